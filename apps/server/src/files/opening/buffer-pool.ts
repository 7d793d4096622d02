/**
 * Gives the memory of bytes back that nobody looks at any more: now, and not when garbage is collected. The engine counts what
 * lies outside its heap, and for a few dozen pages it collects everything there is, which takes as long as unpacking them.
 * The memory of small bytes is shared with others, and stays.
 * @param spare bytes of the same memory that may lie behind them
 */
export function freeBytes({ buffer, byteLength }: Uint8Array, spare = 0): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached && byteLength + spare >= buffer.byteLength) buffer.transfer(0);
}

/** A buffer on loan. */
export interface LentBuffer {
  readonly bytes: Buffer;
  /** Called at most once, when nobody looks at the bytes any more: others will be written over them. */
  readonly giveBack: () => void;
}

/** Buffers that are used again: getting a fresh megabyte from the system costs more than filling it. */
interface BufferPool {
  /**
   * A buffer of exactly this length, its content left over from another use.
   * @param position in a file, of what goes to its first byte
   */
  readonly lend: (length: number, position?: number) => LentBuffer;
  /** Gives what lies idle back to the system. */
  readonly clear: () => void;
}

/** Smaller ones are cheap to get. */
const MIN_BYTES = 64 * 1024;
/** Larger ones are rare. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Idle buffers together, of those that were used. */
const MAX_IDLE = 64 * 1024 * 1024;
/**
 * What is cut into buffers: so large that the system maps it by itself (see the environment of the server), and so it begins at the same
 * place of a page of memory each time. What is never written to takes no memory.
 */
const SLAB = 8 * 1024 * 1024;
/** Where that is: behind the head that the allocator of glibc puts before it. */
const SLAB_START = 16;
/** The processor copies whole lines of so many bytes, and takes up to twice as long when they lie askew in what it copies from. */
const LINE = 64;

/** Room in steps of a quarter, so that pages of about one size share buffers. */
function roomFor(length: number): number {
  const step = 2 ** Math.max(14, Math.floor(Math.log2(length)) - 2);
  return Math.ceil(length / step) * step;
}

/** New buffers with as much room each, beginning where a line does. */
function cut(room: number): Buffer[] {
  const size = room + LINE;
  const slab = Buffer.allocUnsafeSlow(Math.max(SLAB, size + LINE));
  const first = LINE - SLAB_START;
  const count = Math.floor((slab.length - first) / size);
  return Array.from({ length: count }, (_, index) => slab.subarray(first + index * size, first + (index + 1) * size));
}

/** An empty pool. */
export function createBufferPool(): BufferPool {
  const idle = new Map<number, Buffer[]>();
  /** Cut and never used, so that they are only addresses. */
  const fresh = new Map<number, Buffer[]>();
  let idleBytes = 0;
  const take = (room: number): Buffer => {
    const used = idle.get(room)?.pop();
    if (used !== undefined) {
      idleBytes -= room;
      return used;
    }
    const cuts = fresh.get(room) ?? [];
    if (cuts.length === 0) cuts.push(...cut(room));
    fresh.set(room, cuts);
    return cuts.pop() ?? Buffer.allocUnsafeSlow(room + LINE);
  };
  return {
    lend: (length, position = 0) => {
      if (length < MIN_BYTES || length > MAX_BYTES)
        return { bytes: Buffer.allocUnsafe(length), giveBack: () => undefined };
      const room = roomFor(length);
      let whole: Buffer | undefined = take(room);
      // Files lie in memory from the beginning of a page on.
      const askew = position % LINE;
      return {
        bytes: whole.subarray(askew, askew + length),
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
      fresh.clear();
      idleBytes = 0;
    },
  };
}
