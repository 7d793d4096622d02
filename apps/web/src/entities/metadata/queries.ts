import { queryOptions, skipToken } from '@tanstack/react-query';
import { request } from '#lib/api.ts';
import type { Known, Values } from './draft.ts';
import { listFields, type Kind } from './fields.ts';

function pick(kind: Kind, said: Readonly<Record<string, unknown>>): Values {
  const values = listFields(kind).map(({ name }) => [name, said[name] ?? null] as const);
  // the contract declares each value as JSON
  return Object.fromEntries(values) as Values;
}

async function knownBook(id: string, signal: AbortSignal): Promise<Known> {
  const params = { id };
  const [metadata, ids, links] = await Promise.all([
    request('getBookMetadata', { params, query: { sources: 'true' }, signal }),
    request('listBookExternalIds', { params, signal }),
    request('listBookExternalLinks', { params, signal }),
  ]);
  const { locks, sources = {}, updatedAt, authors, awards, month } = metadata;
  const said = {
    ...metadata,
    authors: authors ?? [],
    awards: awards ?? [],
    month: month === null ? null : String(month),
    externalIds: ids.externalIds.map(({ source, externalId, externalUrl }) => ({ source, externalId, externalUrl })),
    externalLinks: links.links.map(({ sourceName, url, externalId }) => ({ sourceName, url, externalId })),
  };
  return { values: pick('book', said), locks, sources, updatedAt };
}

async function knownSeries(id: string, signal: AbortSignal): Promise<Known> {
  const metadata = await request('getSeriesMetadata', { params: { id }, query: { sources: 'true' }, signal });
  const { locks, sources = {}, updatedAt } = metadata;
  const said = {
    ...metadata,
    genres: metadata.genres.map(({ name }) => name),
    tags: metadata.tags.map(({ name }) => name),
    alternateTitles: metadata.alternateTitles.map(({ id: titleId, label, title }) => ({ id: titleId, label, title })),
    externalIds: metadata.externalIds.map(({ source, externalId, externalUrl }) => ({
      source,
      externalId,
      externalUrl,
    })),
    externalLinks: metadata.externalLinks.map(({ sourceName, url, externalId }) => ({ sourceName, url, externalId })),
    externalRatings: metadata.externalRatings.map(({ sourceName, rating, voteCount }) => ({
      sourceName,
      rating,
      voteCount,
    })),
  };
  return { values: pick('series', said), locks, sources, updatedAt };
}

/** Metadata with locks and the source of each value. */
export const knownQuery = (kind: Kind, id: string) =>
  queryOptions({
    queryKey: [
      kind === 'book' ? 'getBookMetadata' : 'getSeriesMetadata',
      kind === 'book' ? { bookId: id } : { seriesId: id },
    ],
    queryFn: async ({ signal }) => (kind === 'book' ? knownBook(id, signal) : knownSeries(id, signal)),
    staleTime: 0,
  });

/** Suggested genres or tags; empty for other fields and without text. */
export const termsQuery = (term: 'genre' | 'tag' | undefined, search: string) => {
  const name = term === 'genre' ? 'listGenres' : 'listTags';
  return queryOptions({
    queryKey: [name, { search, suggested: true }],
    queryFn:
      term === undefined || search === ''
        ? skipToken
        : async ({ signal }) => request(name, { query: { search, pageSize: 12 }, signal }),
  });
};

interface JournalScope {
  readonly bookId?: string;
  readonly seriesId?: string;
}

/** One page of the change log, newest first; everything without a scope. */
export const journalQuery = (scope: JournalScope, page: number) =>
  queryOptions({
    queryKey: ['listMetadataActions', { ...scope, page }],
    queryFn: async ({ signal }) => request('listMetadataActions', { query: { ...scope, page, pageSize: 20 }, signal }),
  });
