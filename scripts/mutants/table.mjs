export const mutants = [];
