import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';

/**
 * Index of a pack: a file with the pages of an archive, one after the other, each one positional read away. The index
 * follows as JSON, then its length (u32, little endian) and a mark of 4 bytes. A file without the mark is unfinished.
 */
export interface PackIndex {
  /** By the number of the entry in the archive. */
  readonly pages: ReadonlyMap<number, PackedPage>;
  readonly damaged: ReadonlyMap<number, PackDamage>;
}

/** Bytes of one page in the pack. */
export interface PackedPage {
  readonly offset: number;
  readonly length: number;
}

/** Code and message of a FormatError. */
export interface PackDamage {
  readonly code: string;
  readonly message: string;
}

const MARK = Buffer.from('LPK1', 'latin1');
const TAIL_LENGTH = 8;
/** About 30 bytes a page, at most 50,000 pages; messages of damaged pages are longer. */
const MAX_INDEX_LENGTH = 32 * 1024 * 1024;

const count = z.int().min(0);

const StoredIndex = z.object({
  pages: z.array(z.tuple([count, count, count])),
  damaged: z.array(z.tuple([count, z.string(), z.string()])),
});

/**
 * Writes the index and the mark.
 * @param at end of the pages
 */
export async function finishPack(handle: FileHandle, at: number, { pages, damaged }: PackIndex): Promise<void> {
  const stored: z.input<typeof StoredIndex> = {
    pages: Array.from(pages, ([index, { offset, length }]) => [index, offset, length]),
    damaged: Array.from(damaged, ([index, { code, message }]) => [index, code, message]),
  };
  const json = Buffer.from(JSON.stringify(stored));
  const tail = Buffer.alloc(TAIL_LENGTH);
  tail.writeUInt32LE(json.length, 0);
  MARK.copy(tail, 4);
  // Cuts off what a failed page left behind the last whole one.
  await handle.truncate(at);
  await handle.write(Buffer.concat([json, tail]), 0, json.length + TAIL_LENGTH, at);
  // The pack's final name must never stand for bytes lost in a power cut.
  await handle.datasync();
}

/** Reads the index of a finished pack; undefined when it is none. */
export async function readPackIndex(path: string): Promise<PackIndex | undefined> {
  await using handle = await open(path, 'r');
  const { size } = await handle.stat();
  const tail = await readPart(handle, size - TAIL_LENGTH, TAIL_LENGTH);
  const length = tail?.readUInt32LE(0) ?? 0;
  if (tail?.subarray(4).equals(MARK) !== true || length > MAX_INDEX_LENGTH) return undefined;
  const end = size - TAIL_LENGTH - length;
  const json = await readPart(handle, end, length);
  if (json === undefined) return undefined;
  return parseIndex(json.toString(), end);
}

async function readPart(handle: FileHandle, position: number, length: number): Promise<Buffer | undefined> {
  if (position < 0) return undefined;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : undefined;
}

function parseIndex(json: string, end: number): PackIndex | undefined {
  const parsed = StoredIndex.safeParse(parseJson(json));
  if (!parsed.success) return undefined;
  const { pages, damaged } = parsed.data;
  if (pages.some(([, offset, length]) => offset + length > end)) return undefined;
  return {
    pages: new Map(pages.map(([index, offset, length]) => [index, { offset, length }])),
    damaged: new Map(damaged.map(([index, code, message]) => [index, { code, message }])),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
