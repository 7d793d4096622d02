/**
 * Gives the memory of bytes back that nobody looks at any more: now, and not when garbage is collected. The engine counts what
 * lies outside its heap, and for a few dozen pages it collects everything there is, which takes as long as unpacking them.
 * The memory of small bytes is shared with others, and stays.
 * @param spare bytes of the same memory that may lie behind them
 */
export function freeBytes({ buffer, byteLength }: Uint8Array, spare = 0): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached && byteLength + spare >= buffer.byteLength) buffer.transfer(0);
}
