import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { EntrySource, EpubStructure, EpubTocItem, PageRecord, PdfOutlineItem } from '@lectern/formats';
import { z } from 'zod';
import { type PackedReading, READING_VERSION, type StoredReading } from './pack-reading.ts';

const count = z.int().min(0);

const Source: z.ZodType<EntrySource> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stored'), offset: count, length: count, crc: z.int().nullable() }),
  z.object({ kind: z.enum(['deflate', 'zstd']), offset: count, packedLength: count, length: count, crc: z.int() }),
  z.object({ kind: z.literal('rar'), index: count, name: z.string(), length: count, solid: z.boolean() }),
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
  format: z.enum(['cbz', 'cbr', 'epub', 'pdf']),
  layout: z.enum(['pages', 'reflowable']),
  pages: z.array(Page),
  epub: Epub.nullable(),
  outline: z.array(OutlineItem),
});

const inflateAsync = promisify(inflateRaw);

/**
 * The reading of a row.
 * @returns undefined when the row has another shape than this release writes: the file has to be analysed anew
 */
export async function unpackReading(packed: PackedReading): Promise<StoredReading | undefined> {
  if (packed.version !== READING_VERSION) return undefined;
  const bytes = await inflateAsync(packed.content);
  return Content.parse(JSON.parse(bytes.toString('utf8')));
}
