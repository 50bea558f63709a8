// `npm start`: builds the page, serves it as it would be published and prints where.
import { build, preview } from 'vite';
import { root } from './packages.mjs';

await build({ root, logLevel: 'warn' });
// Without strictPort Vite takes the next port that is free.
const server = await preview({ root, preview: { host: '127.0.0.1', port: 4173 } });
const { port } = server.httpServer.address();
console.log(`Regroup is at http://127.0.0.1:${port}/ (Ctrl+C stops it)`);
