import { z } from 'zod';
import { BOOK_FIELDS, SERIES_FIELDS } from '../metadata-fields.ts';
import { shownSchemas } from '../metadata-schemas.ts';
import { FileFormat } from './book.ts';
import { Count, FreeForm, Id } from './scalars.ts';

const text = z.string().nullable();
const number = z.number().nullable();
const int = z.int().nullable();
const names = z.array(z.string());

const ExternalIds = z.record(z.string(), z.object({ id: z.string(), url: text, hash: text }));
const ExternalLinks = z.array(z.object({ source: z.string(), url: z.string(), externalId: text }));
const Authors = z.array(z.object({ name: z.string(), role: text, sortName: text }));

/** Series in conditions and templates; its metadata has a `…Lock` flag per field. */
export const SeriesContext = z.object({
  type: z.literal('series'),
  seriesId: Id.nullable(),
  bookCount: Count,
  customMetadata: FreeForm,
  externalIds: ExternalIds,
  metadata: z
    .object({
      ...shownSchemas(SERIES_FIELDS),
      title: z.string(),
      genres: names,
      tags: names,
      authors: Authors,
      alternateTitles: z.array(z.object({ label: z.string(), title: z.string() })),
      externalLinks: ExternalLinks,
      externalRatings: z.array(z.object({ source: z.string(), rating: z.number(), votes: int })),
    })
    .catchall(z.boolean()),
});
export type SeriesContext = z.infer<typeof SeriesContext>;

/** Book in templates. */
export const BookContext = z.object({
  type: z.literal('book'),
  bookId: Id,
  seriesId: Id,
  libraryId: Id,
  fileFormat: FileFormat,
  fileSize: Count,
  pageCount: Count,
  customMetadata: FreeForm,
  externalIds: ExternalIds,
  metadata: z
    .object({
      ...shownSchemas(BOOK_FIELDS),
      titleSort: text,
      number,
      genre: text,
      genres: names,
      tags: names,
      translator: text,
      authors: Authors,
      awards: z.array(z.object({ name: z.string(), category: text, won: z.boolean(), year: int })),
      externalLinks: ExternalLinks,
    })
    .catchall(z.boolean()),
  series: SeriesContext,
});
export type BookContext = z.infer<typeof BookContext>;

/** A template with a book or series to try it on. */
export const TemplateTrial = z.object({
  template: z.string().max(10_000),
  bookId: Id.optional(),
  seriesId: Id.optional(),
});
export const RenderedTemplate = z.object({ text: z.string() });
