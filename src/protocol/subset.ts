/** [COORD-1] Which of the 50 subsets a group belongs to. */

export const subsetCount = 50;

/** Java's `String.hashCode`: a signed 32-bit integer over UTF-16 code units. */
export function javaStringHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  return hash;
}

/** 0 to 49; `abs(-2^31)` counts as 0, as in Kafka's own `Utils.abs`. */
export function subsetOf(groupId: string): number {
  const hash = javaStringHash(groupId);
  return (hash === -0x8000_0000 ? 0 : Math.abs(hash)) % subsetCount;
}
