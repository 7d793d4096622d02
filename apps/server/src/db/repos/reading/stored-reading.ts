import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { FileFormat } from '@lectern/contract';
import type { EntrySource, EpubStructure, EpubTocItem, PageRecord, PdfOutlineItem } from '@lectern/formats';
import { z } from 'zod';
import type { ReadDb, Tx } from '../../open.ts';
import { slotsFor, writePrecompiled } from '../../precompiled.ts';
import { type PackedReading, READING_VERSION, type StoredReading } from './pack-reading.ts';

const count = z.int().min(0);

const Source: z.ZodType<EntrySource> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stored'), offset: count, length: count, crc: z.int().nullable() }),
  z.object({ kind: z.enum(['deflate', 'zstd']), offset: count, packedLength: count, length: count, crc: z.int() }),
  z.object({ kind: z.enum(['rar', 'sevenzip']), index: count, name: z.string(), length: count, solid: z.boolean() }),
  z.object({ kind: z.literal('pdf'), index: count }),
  z.object({ kind: z.literal('unreadable'), code: z.string() }),
]);

const Page: z.ZodType<PageRecord> = z.object({
  name: z.string(),
  mediaType: z.string(),
  width: count.nullable(),
  height: count.nullable(),
  orientation: z.int().min(2).max(8).exactOptional(),
  label: z.string().exactOptional(),
  byteLength: count,
  source: Source,
});

const TocItem: z.ZodType<EpubTocItem> = z.object({
  title: z.string(),
  href: z.string().nullable(),
  get children() {
    return z.array(TocItem);
  },
});

const OutlineItem: z.ZodType<PdfOutlineItem> = z.object({
  title: z.string(),
  pageIndex: count.nullable(),
  get children() {
    return z.array(OutlineItem);
  },
});

const Epub: z.ZodType<EpubStructure> = z.object({
  version: z.string(),
  layout: z.enum(['reflowable', 'fixed']),
  direction: z.enum(['ltr', 'rtl', 'default']),
  resources: z.array(
    z.object({
      href: z.string(),
      mediaType: z.string(),
      properties: z.array(z.string()),
      source: Source,
      obfuscation: z.object({ method: z.enum(['idpf', 'adobe']), key: z.string() }).exactOptional(),
    }),
  ),
  readingOrder: z.array(
    z.object({
      resource: count,
      linear: z.boolean(),
      positions: count,
      layout: z.enum(['fixed', 'reflowable']).exactOptional(),
      page: z.enum(['left', 'right', 'center']).exactOptional(),
    }),
  ),
  toc: z.array(TocItem),
  landmarks: z.array(TocItem),
  pageList: z.array(TocItem),
  coverHref: z.string().nullable(),
});

const Content: z.ZodType<StoredReading> = z.object({
  format: FileFormat,
  layout: z.enum(['pages', 'reflowable']),
  pages: z.array(Page),
  epub: Epub.nullable(),
  outline: z.array(OutlineItem),
});

const inflateAsync = promisify(inflateRaw);

/** Unpacks a reading. @returns undefined for another version: the file has to be analysed again */
export async function unpackReading(packed: PackedReading): Promise<StoredReading | undefined> {
  if (packed.version !== READING_VERSION) return undefined;
  const bytes = await inflateAsync(packed.content);
  return Content.parse(JSON.parse(bytes.toString('utf8')));
}

/** Stores the reading of a book over the one before. */
export async function writeBookReading(tx: Tx, bookId: string, { version, content }: PackedReading): Promise<void> {
  const row = { bookId, version, content };
  await writePrecompiled(tx, 'book reading', row, () => {
    const slots = slotsFor(row);
    return tx.write
      .insertInto('bookReading')
      .values(slots)
      .onConflict((conflict) =>
        conflict.column('bookId').doUpdateSet({ version: slots.version, content: slots.content }),
      );
  });
}

/** Deletes the reading of a book whose file can no longer be read. */
export async function deleteBookReading(tx: Tx, bookId: string): Promise<void> {
  await tx.write.deleteFrom('bookReading').where('bookId', '=', bookId).execute();
}

/** The stored reading of a book that the viewer may see. @returns undefined without one of this version */
export async function findBookReading(db: ReadDb, bookId: string): Promise<StoredReading | undefined> {
  const row = await db
    .selectFrom('bookReading')
    .select(['version', 'content'])
    .where('bookId', '=', bookId)
    .executeTakeFirst();
  return row === undefined ? undefined : await unpackReading(row);
}
