/**
 * Frees the memory of bytes that nothing reads any more, before the garbage collector runs: for a few dozen pages it would
 * collect the whole heap, which takes as long as unpacking them. Memory that other bytes share stays.
 * @param spare bytes of the same memory that may lie behind them
 */
export function freeBytes({ buffer, byteLength }: Uint8Array, spare = 0): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached && byteLength + spare >= buffer.byteLength) buffer.transfer(0);
}

/** The same bytes as a buffer, without a copy. */
export function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** A buffer on loan. */
export interface LentBuffer {
  readonly bytes: Buffer;
  /** Called at most once, when nothing reads the bytes any more: the next loan overwrites them. */
  readonly giveBack: () => void;
}

/** Buffers that are used again: getting a fresh megabyte from the system costs more than filling it (decision 16). */
interface BufferPool {
  /** A buffer of exactly this length, with content left over from another loan. */
  readonly lend: (length: number) => LentBuffer;
  /** Drops all idle buffers. */
  readonly clear: () => void;
}

/** Smaller buffers are cheap to get. */
const MIN_BYTES = 64 * 1024;
/** Larger buffers are rare. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Idle buffers together. */
const MAX_IDLE = 64 * 1024 * 1024;

/** Room in steps of a quarter, so that pages of about one size share buffers. */
function roomFor(length: number): number {
  const step = 2 ** (Math.floor(Math.log2(length)) - 2);
  return Math.ceil(length / step) * step;
}

/** An empty pool. */
export function createBufferPool(): BufferPool {
  const idle = new Map<number, Buffer[]>();
  let idleBytes = 0;
  const take = (room: number): Buffer => {
    const used = idle.get(room)?.pop();
    if (used === undefined) return Buffer.allocUnsafeSlow(room);
    idleBytes -= room;
    return used;
  };
  return {
    lend: (length) => {
      if (length < MIN_BYTES || length > MAX_BYTES)
        return { bytes: Buffer.allocUnsafe(length), giveBack: () => undefined };
      const room = roomFor(length);
      let whole: Buffer | undefined = take(room);
      return {
        bytes: whole.subarray(0, length),
        giveBack: () => {
          if (whole === undefined || idleBytes + room > MAX_IDLE) return;
          const shelf = idle.get(room) ?? [];
          idle.set(room, shelf);
          shelf.push(whole);
          idleBytes += room;
          whole = undefined;
        },
      };
    },
    clear: () => {
      idle.clear();
      idleBytes = 0;
    },
  };
}
