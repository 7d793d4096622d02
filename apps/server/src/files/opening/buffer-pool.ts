/**
 * Frees the memory of unused bytes before the garbage collector runs: it would collect the whole heap for a few dozen
 * pages (decision 16). Shared memory stays.
 * @param spare bytes of the same memory behind them
 */
export function freeBytes({ buffer, byteLength }: Uint8Array, spare = 0): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached && byteLength + spare >= buffer.byteLength) buffer.transfer(0);
}

/** The same bytes as a buffer, without a copy. */
export function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** A borrowed buffer. */
export interface LentBuffer {
  readonly bytes: Buffer;
  /** Call at most once, when no reader is left: the next loan overwrites the bytes. */
  readonly giveBack: () => void;
}

/** Reuses buffers: a fresh megabyte costs more than filling it (decision 16). */
interface BufferPool {
  /** A buffer of exactly this length, with old content. */
  readonly lend: (length: number) => LentBuffer;
  readonly clear: () => void;
}

/** Smaller buffers are cheap to allocate. */
const MIN_BYTES = 64 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_IDLE = 64 * 1024 * 1024;

/** Rounds up in steps of a quarter, so that pages of similar size share buffers. */
function roomFor(length: number): number {
  const step = 2 ** (Math.floor(Math.log2(length)) - 2);
  return Math.ceil(length / step) * step;
}

/** Creates an empty pool. */
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
