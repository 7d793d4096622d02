/** A buffer on loan. */
export interface LentBuffer {
  readonly bytes: Buffer;
  /** Called at most once, when nobody looks at the bytes any more: others will be written over them. */
  readonly giveBack: () => void;
}

/** Buffers that are used again: getting a fresh megabyte from the system costs more than filling it. */
export interface BufferPool {
  /** A buffer of exactly this length, its content left over from another use. */
  readonly lend: (length: number) => LentBuffer;
  /** Gives what lies idle back to the system. */
  readonly clear: () => void;
}

/** Smaller ones are cheap to get. */
const MIN_BYTES = 64 * 1024;
/** Larger ones are rare. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Idle buffers together. */
const MAX_IDLE = 64 * 1024 * 1024;

/** Room in steps of a quarter, so that pages of about one size share buffers. */
function roomFor(length: number): number {
  const step = 2 ** Math.max(14, Math.floor(Math.log2(length)) - 2);
  return Math.ceil(length / step) * step;
}

/** An empty pool. */
export function createBufferPool(): BufferPool {
  const idle = new Map<number, Buffer[]>();
  let idleBytes = 0;
  return {
    lend: (length) => {
      if (length < MIN_BYTES || length > MAX_BYTES)
        return { bytes: Buffer.allocUnsafe(length), giveBack: () => undefined };
      const room = roomFor(length);
      const kept = idle.get(room)?.pop();
      if (kept !== undefined) idleBytes -= room;
      let whole: Buffer | undefined = kept ?? Buffer.allocUnsafeSlow(room);
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
