import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

/** A folder of book files that goes with the test. */
export interface BookFolder extends Disposable {
  readonly path: string;
  /** Absolute path of a file in it. */
  readonly at: (path: string) => string;
  /** Writes a comic; missing folders are made. It looks as if it had been there for a while. */
  readonly addComic: (path: string, comic?: Comic) => Promise<void>;
  /** Writes any bytes. */
  readonly addFile: (path: string, bytes: string | Uint8Array) => Promise<void>;
}

/** What is in a comic. */
export interface Comic {
  readonly pages?: number;
  /** Makes its pages, and so the whole file, differ from others of the same size. */
  readonly tint?: number;
  /** Content of ComicInfo.xml, inside its root element. */
  readonly info?: string;
}

/** Long enough ago that no scan takes a file for one that is still being written. */
const OLD = new Date(Date.now() - 3_600_000);

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return chunk;
}

/** A picture of one colour, 20 wide and 30 high. */
function newPng(tint: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(20, 0);
  header.writeUInt32BE(30, 4);
  // Eight bits a channel, red green blue.
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + 20 * 3, tint % 256);
  row[0] = 0;
  const pixels = deflateSync(Buffer.concat(Array.from({ length: 30 }, () => row)), { level: 0 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An archive of stored entries. */
function newZip(entries: readonly (readonly [name: string, bytes: Buffer])[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of entries) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt32LE(crc32(bytes), 14);
    local.writeUInt32LE(bytes.length, 18);
    local.writeUInt32LE(bytes.length, 22);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 6);
    local.copy(central, 8, 6, 28);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), bytes);
    directory.push(central, Buffer.from(name));
    offset += local.length + name.length + bytes.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

/** The bytes of a comic. */
export function newComic({ pages = 2, tint = 1, info }: Comic = {}): Buffer {
  const pictures = Array.from(
    { length: pages },
    (_, index) => [`${String(index + 1)}.png`, newPng(tint + index)] as const,
  );
  const document =
    info === undefined ? [] : ([['ComicInfo.xml', Buffer.from(`<ComicInfo>${info}</ComicInfo>`)]] as const);
  return newZip([...pictures, ...document]);
}

/** An empty folder for books. */
export function newBookFolder(): BookFolder {
  const path = mkdtempSync(join(tmpdir(), 'lectern-books-'));
  const addFile: BookFolder['addFile'] = async (name, bytes) => {
    const absolutePath = join(path, name);
    await mkdir(dirname(absolutePath), { recursive: true });
    await writeFile(absolutePath, bytes);
    await utimes(absolutePath, OLD, OLD);
  };
  return {
    path,
    at: (name) => join(path, name),
    addFile,
    addComic: async (name, comic) => addFile(name, newComic(comic)),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
