import {
  AlternateTitle,
  Author,
  BookExternalId,
  BookExternalLink,
  ExternalRating,
  type Genre,
  ReadingDirection,
  SERIES_FIELDS,
  SERIES_LOCKS,
  SeriesExternalId,
  SeriesExternalLink,
  SeriesLocks,
  type SeriesMetadataResponse,
  SeriesStatus,
  shownSchemas,
} from '@lectern/contract';
import { z } from 'zod';
import type { MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';

const Authors = z.array(Author).catch([]);
const Plain = z.object({
  ...shownSchemas(SERIES_FIELDS),
  title: z.string(),
  status: SeriesStatus.catch('unknown'),
  readingDirection: ReadingDirection.nullable().catch(null),
});
const Items = z.array(z.looseObject({ createdAt: z.number(), updatedAt: z.number() }));

/** Renames columns and formats times. */
function shownItem(owner: MetadataState, item: z.infer<typeof Items>[number]): Record<string, unknown> {
  const { source, createdAt, updatedAt, lastSyncedAt, fetchedAt, ...rest } = item;
  const time = (at: unknown): string | null => (typeof at === 'number' ? new Date(at).toISOString() : null);
  return {
    ...rest,
    [owner.kind === 'book' ? 'bookId' : 'seriesId']: owner.id,
    source,
    sourceName: source,
    createdAt: time(createdAt),
    updatedAt: time(updatedAt),
    lastSyncedAt: time(lastSyncedAt),
    fetchedAt: time(fetchedAt),
  };
}

/** Items of an external list, in the form of `schema`. */
function shown<Schema extends z.ZodType>(state: MetadataState, field: string, schema: Schema): z.output<Schema>[] {
  return Items.parse(state.values[field] ?? []).map((item) => schema.parse(shownItem(state, item)));
}

/** Ids of a book at external catalogues. */
export function bookExternalIds(state: MetadataState) {
  return shown(state, 'externalIds', BookExternalId);
}

/** External pages about a book. */
export function bookExternalLinks(state: MetadataState) {
  return shown(state, 'externalLinks', BookExternalLink);
}

/** All external metadata of a series. */
export function seriesExternals(state: MetadataState) {
  return {
    alternateTitles: shown(state, 'alternateTitles', AlternateTitle),
    externalRatings: shown(state, 'externalRatings', ExternalRating),
    externalLinks: shown(state, 'externalLinks', SeriesExternalLink),
    externalIds: shown(state, 'externalIds', SeriesExternalId),
  };
}

/** All locks of a series. */
export function toSeriesLocks(locks: ReadonlySet<string>): SeriesLocks {
  const isSet = (name: string): boolean => locks.has(name) || locks.has(`${name}Lock`);
  return SeriesLocks.parse(Object.fromEntries(SERIES_LOCKS.map((name) => [name, isSet(name)])));
}

/** Fields and locks of a series. */
export function toSeriesFields({ values, title, locks, createdAt, updatedAt }: MetadataState) {
  return {
    ...Plain.parse({ ...values, title }),
    customMetadata: values['customMetadata'] ?? null,
    authors: Authors.parse(values['authors']),
    locks: toSeriesLocks(locks),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

/** All metadata of a series. */
export function toSeriesMetadataResponse(
  state: MetadataState,
  { genres, tags }: { readonly genres: Genre[]; readonly tags: Genre[] },
): SeriesMetadataResponse {
  return { id: state.id, seriesId: state.id, ...toSeriesFields(state), genres, tags, ...seriesExternals(state) };
}
