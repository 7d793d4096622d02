import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ArchiveError, explainDamage } from './archive-error.ts';
import { isSealed, openSealedChunks } from './sealed-chunks.ts';
import { BLOCK_BYTES, padding, parseHeader } from './tar-blocks.ts';
import { say } from '#words/say.ts';

/** An entry being read, in the order of the file. */
export interface ReadEntry {
  readonly name: string;
  readonly size: number;
  /** Its bytes, to be read to the end once. */
  readonly bytes: () => AsyncIterable<Buffer>;
  /** SHA-256 of what was read, hexadecimal. */
  readonly sha256: () => string;
}

/** Unpacked bytes for each packed one, beyond which a file is refused; rows of tables come to 20. */
const MOST_RATIO = 200;
const ALWAYS_BYTES = 67_108_864;
/** A backup has an entry for each megabyte of rows and for each added cover. */
const MOST_ENTRIES = 1_000_000;
const HEAD_BYTES = 8;

/** Whether a backup file is encrypted. */
export async function isEncrypted(path: string): Promise<boolean> {
  await using handle = await open(path, 'r');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return isSealed(buffer.subarray(0, bytesRead));
}

/** Takes exact numbers of bytes from a stream. */
class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #most: number;
  #rest: Buffer = Buffer.alloc(0);
  #seen = 0;

  constructor(chunks: AsyncIterable<Buffer>, most: number) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#most = most;
  }

  /** At least one and at most so many bytes. @throws {ArchiveError} at the end */
  async some(most: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const next = await this.#next();
      if (next.done === true) throw new ArchiveError(say('The backup is cut off: its last entries are missing'));
      this.#seen += next.value.length;
      if (this.#seen > this.#most) {
        throw new ArchiveError(
          `The backup unpacks to more than ${String(MOST_RATIO)} times its size, which no backup does`,
        );
      }
      this.#rest = next.value;
    }
    const taken = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(most);
    return taken;
  }

  async #next(): Promise<IteratorResult<Buffer>> {
    try {
      return await this.#chunks.next();
    } catch (error) {
      throw explainDamage(error);
    }
  }

  async exactly(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = count; left > 0; ) {
      const part = await this.some(left);
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }
}

async function unpack(path: string, passphrase: string | undefined): Promise<AsyncIterable<Buffer>> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  if (await isEncrypted(path)) {
    if (passphrase === undefined) throw new ArchiveError(say('The backup is encrypted: its passphrase is needed'));
    pipeline(Readable.from(openSealedChunks(file, passphrase)), gunzip).catch(() => undefined);
  } else pipeline(file, gunzip).catch(() => undefined);
  return gunzip;
}

/**
 * Reads the entries of a backup file one after the other; what is not read of an entry is skipped.
 * @throws {ArchiveError} the file is damaged, cut off, encrypted otherwise, unpacks to far too much, or has far too many entries
 */
export async function* readArchive(
  path: string,
  passphrase?: string,
  mostEntries = MOST_ENTRIES,
): AsyncIterable<ReadEntry> {
  const { size } = await stat(path);
  const source = new ByteSource(await unpack(path, passphrase), ALWAYS_BYTES + size * MOST_RATIO);
  for (let count = 1; ; count += 1) {
    const header = parseHeader(await source.exactly(BLOCK_BYTES));
    if (header === undefined) return;
    if (count > mostEntries) throw new ArchiveError(`The backup has more than ${String(mostEntries)} entries`);
    const hash = createHash('sha256');
    let left = header.size;
    const bytes = async function* bytes(): AsyncIterable<Buffer> {
      while (left > 0) {
        const part = await source.some(left);
        left -= part.length;
        hash.update(part);
        yield part;
      }
    };
    yield { ...header, bytes, sha256: () => hash.digest('hex') };
    for await (const skipped of bytes()) void skipped;
    await source.exactly(padding(header.size));
  }
}

/** All bytes of a small entry. @throws {ArchiveError} it is larger than allowed */
export async function readWhole(entry: ReadEntry, mostBytes: number): Promise<Buffer> {
  if (entry.size > mostBytes) {
    throw new ArchiveError(
      `Entry "${entry.name}" has ${String(entry.size)} bytes, at most ${String(mostBytes)} are valid`,
    );
  }
  const parts: Buffer[] = [];
  for await (const part of entry.bytes()) parts.push(part);
  return Buffer.concat(parts);
}
