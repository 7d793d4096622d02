import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createFolder } from '../data/create-folder.ts';
import { syncFolder } from '../data/sync-folder.ts';
import { dirname } from 'node:path';
import { sealChunks } from './sealed-chunks.ts';
import { BLOCK_BYTES, formatHeader, padding } from './tar-blocks.ts';

/** An entry as the manifest names it. */
export interface ArchivedEntry {
  readonly name: string;
  readonly size: number;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
}

const UNFINISHED = '.tmp';

async function syncFile(path: string): Promise<void> {
  await using handle = await open(path, 'r+');
  await handle.sync();
}

/** A backup file being written: tar, gzip, and encrypted with a passphrase. Disposing an unfinished one deletes it. */
export class ArchiveWriter implements AsyncDisposable {
  readonly entries: ArchivedEntry[] = [];
  readonly #path: string;
  readonly #at = Date.now();
  readonly #head = new PassThrough({ highWaterMark: 1_048_576 });
  readonly #written: Promise<void>;
  #finished = false;

  constructor(path: string, passphrase: string | undefined) {
    this.#path = path;
    const gzip = createGzip({ level: 6 });
    const file = createWriteStream(path + UNFINISHED, { flags: 'wx', mode: 0o600 });
    this.#written =
      passphrase === undefined
        ? pipeline(this.#head, gzip, file)
        : pipeline(this.#head, gzip, (source: AsyncIterable<Buffer>) => sealChunks(source, passphrase), file);
    // Every write waits for it; unhandled it would end the process.
    this.#written.catch(() => undefined);
  }

  /** Adds bytes. */
  async add(name: string, bytes: Buffer): Promise<void> {
    await this.#write(formatHeader(name, bytes.length, this.#at));
    await this.#write(bytes);
    await this.#write(Buffer.alloc(padding(bytes.length)));
    this.entries.push({ name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  }

  /** Adds a file; false when it is missing. */
  async addFile(name: string, absolutePath: string): Promise<boolean> {
    const size = await stat(absolutePath).then(
      (stats) => stats.size,
      () => undefined,
    );
    if (size === undefined) return false;
    const hash = createHash('sha256');
    let found = 0;
    await this.#write(formatHeader(name, size, this.#at));
    for await (const part of createReadStream(absolutePath, { end: Math.max(0, size - 1) })) {
      const bytes = part as Buffer;
      found += bytes.length;
      hash.update(bytes);
      await this.#write(bytes);
    }
    if (found !== size)
      throw new Error(`"${name}" changed while it was read: expected ${String(size)} bytes, found ${String(found)}`);
    await this.#write(Buffer.alloc(padding(size)));
    this.entries.push({ name, size, sha256: hash.digest('hex') });
    return true;
  }

  /** Ends the file, waits for the disk and gives it its name. */
  async finish(): Promise<void> {
    this.#head.end(Buffer.alloc(2 * BLOCK_BYTES));
    await this.#written;
    await syncFile(this.#path + UNFINISHED);
    await rename(this.#path + UNFINISHED, this.#path);
    await syncFolder(dirname(this.#path));
    this.#finished = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#finished) return;
    this.#head.destroy();
    await this.#written.catch(() => undefined);
    await rm(this.#path + UNFINISHED, { force: true });
  }

  async #write(bytes: Buffer): Promise<void> {
    if (bytes.length === 0 || this.#head.write(bytes)) return;
    await Promise.race([once(this.#head, 'drain'), this.#written]);
  }
}

/** Begins a backup file. @param path absolute; nothing has this name */
export async function createArchive(path: string, passphrase?: string): Promise<ArchiveWriter> {
  await createFolder(dirname(path));
  return new ArchiveWriter(path, passphrase);
}
