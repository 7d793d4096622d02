import { FormatError } from '../format-error.ts';
import { LzmaDecoder, LzmaWindow, readLzmaProperties, SYMBOL_BYTES } from './lzma.ts';

/** Streamed bytes; a piece is valid until the next. */
export type Pieces = AsyncGenerator<Buffer, void, undefined>;

/** The window is held in memory. */
export const MAX_WINDOW = 256 * 1024 * 1024;

/** Bytes of one output piece. */
const PIECE = 256 * 1024;

function cutOff(): FormatError {
  return new FormatError('entry.corrupt', 'The packed data ends too early');
}

/** Joins pieces until a decoder has enough bytes in a row. */
class Feed {
  readonly #pieces: Pieces;
  bytes: Buffer = Buffer.alloc(0);
  at = 0;
  hasEnded = false;

  constructor(pieces: Pieces) {
    this.#pieces = pieces;
  }

  /** Loads `count` bytes from `at`, or all that are left. */
  async fill(count: number): Promise<void> {
    while (this.bytes.length - this.at < count && !this.hasEnded) {
      const next = await this.#pieces.next();
      if (next.done === true) this.hasEnded = true;
      else this.bytes = Buffer.concat([this.bytes.subarray(this.at), next.value]);
      if (next.done !== true) this.at = 0;
    }
  }

  /** @throws {FormatError} `entry.corrupt` when there are fewer */
  async take(count: number): Promise<Buffer> {
    await this.fill(count);
    if (this.bytes.length - this.at < count) throw cutOff();
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
}

/**
 * Unpacks LZMA data.
 * @param properties one byte, and the size of the dictionary
 * @param length bytes of output
 * @throws {FormatError} `entry.unsupported`, `entry.corrupt`
 */
export async function* unpackLzma(pieces: Pieces, properties: Buffer, length: number): Pieces {
  const stated = properties.length < 5 ? undefined : readLzmaProperties(properties.readUInt8(0));
  if (stated === undefined) throw new FormatError('entry.corrupt', 'The LZMA properties are damaged');
  const window = openWindow(properties.readUInt32LE(1), length);
  const decoder = new LzmaDecoder(window);
  const feed = new Feed(pieces);
  decoder.reset(stated);
  await feed.fill(5);
  decoder.setInput(feed.bytes, feed.at);
  decoder.begin();
  let left = length;
  while (left > 0) {
    feed.at = decoder.inputAt;
    await feed.fill(SYMBOL_BYTES);
    decoder.setInput(feed.bytes, feed.at);
    if (window.room === 0) window.makeRoom();
    const from = window.at;
    const stopAt = feed.hasEnded ? feed.bytes.length + 1 : feed.bytes.length - SYMBOL_BYTES + 1;
    decoder.run(from + Math.min(left, window.room, PIECE), stopAt);
    if (decoder.inputAt > feed.bytes.length) throw cutOff();
    const count = window.at - from;
    left -= count;
    if (count > 0) yield window.bytes.subarray(from, window.at);
    if (left > 0 && (decoder.hasEnded || (feed.hasEnded && count === 0))) throw cutOff();
  }
}

/** Dictionary size of LZMA2 from one byte; undefined when invalid. */
function readDictionarySize(byte: number): number | undefined {
  if (byte > 40) return undefined;
  return byte === 40 ? 0xffff_ffff : (2 | (byte & 1)) * 2 ** ((byte >> 1) + 11);
}

/**
 * Unpacks LZMA2 data: LZMA or stored chunks.
 * @param properties the size of the dictionary
 * @param length bytes of output
 * @throws {FormatError} `entry.unsupported`, `entry.corrupt`
 */
export async function* unpackLzma2(pieces: Pieces, properties: Buffer, length: number): Pieces {
  const size = properties.length === 0 ? undefined : readDictionarySize(properties.readUInt8(0));
  if (size === undefined) throw new FormatError('entry.corrupt', 'The LZMA2 properties are damaged');
  const window = openWindow(size, length);
  const chunks = new ChunkReader(new Feed(pieces), window);
  let left = length;
  while (left > 0) {
    const chunk = await chunks.next();
    if (chunk > left) throw new FormatError('entry.corrupt', 'The LZMA2 data is longer than declared');
    left -= chunk;
    yield* chunks.unpack(chunk);
  }
}

function openWindow(dictionary: number, length: number): LzmaWindow {
  const most = Math.min(Math.max(dictionary, 4096), length);
  if (most <= MAX_WINDOW) return new LzmaWindow(most);
  throw new FormatError('entry.unsupported', `The packed data needs ${most} bytes of memory, at most ${MAX_WINDOW}`);
}

/** Reads the chunks of LZMA2 data. */
class ChunkReader {
  readonly #feed: Feed;
  readonly #window: LzmaWindow;
  readonly #decoder: LzmaDecoder;
  /** Packed bytes of this chunk; undefined for a stored one. */
  #packed: Buffer | undefined;
  #hasDictionary = false;
  #hasProperties = false;

  constructor(feed: Feed, window: LzmaWindow) {
    this.#feed = feed;
    this.#window = window;
    this.#decoder = new LzmaDecoder(window);
  }

  /** Reads the next chunk header; returns its unpacked size. */
  async next(): Promise<number> {
    const control = (await this.#feed.take(1)).readUInt8(0);
    if (control === 0) throw cutOff();
    if (control === 1 || control >= 0xe0) {
      this.#window.reset();
      this.#hasDictionary = true;
    }
    if (!this.#hasDictionary || (control > 2 && control < 0x80)) throw damagedChunk();
    const low = (await this.#feed.take(2)).readUInt16BE(0) + 1;
    if (control < 0x80) {
      this.#packed = undefined;
      return low;
    }
    const packedLength = (await this.#feed.take(2)).readUInt16BE(0) + 1;
    await this.#resetBy((control >> 5) & 3);
    this.#packed = await this.#feed.take(packedLength);
    return (control & 0x1f) * 0x1_0000 + low;
  }

  /** 0: continue; 1: reset models; 2 and 3: new properties. */
  async #resetBy(mode: number): Promise<void> {
    if (mode >= 2) {
      const properties = readLzmaProperties((await this.#feed.take(1)).readUInt8(0));
      if (properties === undefined) throw damagedChunk();
      this.#decoder.reset(properties);
      this.#hasProperties = true;
    }
    if (!this.#hasProperties) throw damagedChunk();
    if (mode === 1) this.#decoder.reset();
  }

  async *unpack(length: number): Pieces {
    if (this.#packed !== undefined) {
      this.#decoder.setInput(this.#packed, 0);
      this.#decoder.begin();
    }
    const window = this.#window;
    let left = length;
    while (left > 0) {
      if (window.room === 0) window.makeRoom();
      const from = window.at;
      const count = Math.min(left, window.room);
      if (this.#packed === undefined) window.append(await this.#feed.take(count));
      else this.#decoder.run(from + count, this.#packed.length + 1);
      if (window.at !== from + count) throw damagedChunk();
      left -= count;
      yield window.bytes.subarray(from, window.at);
    }
  }
}

function damagedChunk(): FormatError {
  return new FormatError('entry.corrupt', 'The LZMA2 data is damaged');
}
