import { plural } from '@lingui/core/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '#lib/api.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import type { Suggestion } from '#ui/controls/combobox.tsx';
import type { Suggested } from '../field-words.ts';

/** Most suggestions shown at once. */
const SHOWN = 8;
const TYPED_MS = 150;

type Ask = (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;

const SOURCES: Readonly<Record<Suggested, Ask>> = {
  genre: async (search, signal) =>
    (await request('listGenres', { query: { search, pageSize: SHOWN }, signal })).data.map(toSuggestion),
  tag: async (search, signal) =>
    (await request('listTags', { query: { search, pageSize: SHOWN }, signal })).data.map(toSuggestion),
  person: async (q, signal) => toSuggestions((await found(q, signal)).people.items),
  publisher: async (q, signal) => toSuggestions((await found(q, signal)).publishers.items),
};

async function found(q: string, signal: AbortSignal) {
  return await request('search', { query: { q, limit: SHOWN }, signal });
}

function toSuggestion({
  name,
  seriesCount,
}: {
  readonly name: string;
  readonly seriesCount: number | null;
}): Suggestion {
  const detail = seriesCount === null ? {} : { detail: plural(seriesCount, { one: '# series', other: '# series' }) };
  return { value: name, words: name, ...detail };
}

function toSuggestions(names: readonly { readonly name: string; readonly bookCount: number }[]): readonly Suggestion[] {
  return names.map(({ name, bookCount }) => ({
    value: name,
    words: name,
    detail: plural(bookCount, { one: '# book', other: '# books' }),
  }));
}

const suggestionsQuery = (source: Suggested, text: string) =>
  queryOptions({
    queryKey: ['suggestions', { source, text }],
    queryFn: async ({ signal }) => SOURCES[source](text, signal),
  });

function holds(words: string, text: string): boolean {
  return words.toLocaleLowerCase().includes(text.toLocaleLowerCase());
}

/** Suggests names known to the server; genres and tags even for an empty input. */
export function useSuggestions(source: Suggested | undefined, typed: string): readonly Suggestion[] {
  const wanted = typed.trim();
  const text = useDebounced(wanted, TYPED_MS);
  const { data = [], isPlaceholderData } = useQuery({
    ...suggestionsQuery(source ?? 'genre', text),
    enabled: source === 'genre' || source === 'tag' || (source !== undefined && text !== ''),
    placeholderData: keepPreviousData,
  });
  if (source === undefined) return [];
  // the results of an earlier query are filtered until the new ones arrive
  return isPlaceholderData || text !== wanted ? data.filter(({ words }) => holds(words, wanted)) : data;
}
