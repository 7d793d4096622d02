import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { chooseListed } from '#entities/kept/choose-kept.ts';
import { sayKeptOnly } from '#entities/kept/kept-tiles.tsx';
import { useKeptCatalog } from '#entities/kept/use-kept-catalog.ts';
import { useAway } from '#lib/use-away.ts';
import { type FoundGroup, foundGroups, foundWords, keptGroups } from './found-groups.ts';
import { searchQuery } from './queries.ts';

interface Found {
  /** Undefined until the first answer. */
  readonly groups: readonly FoundGroup[] | undefined;
  /** The text that the groups answer. */
  readonly query: string;
  /** What was found, or why so little. */
  readonly words: string | undefined;
  /** Whether these are only books on this device, because the server does not answer. */
  readonly isKept: boolean;
  readonly error: Error | null;
}

/** What the server finds, else what this device keeps. */
export function useFound(q: string): Found {
  const { data, error, failureReason, isPlaceholderData } = useQuery({
    ...searchQuery(q),
    placeholderData: keepPreviousData,
  });
  const isAway = useAway(failureReason) && (data === undefined || isPlaceholderData);
  const kept = useKeptCatalog(isAway);
  if (isAway && kept !== undefined && kept.length > 0) {
    const groups = keptGroups(chooseListed(kept, { fullTextSearch: q }));
    return { groups, query: q, words: sayKeptOnly(), isKept: true, error: null };
  }
  const found = data === undefined ? undefined : { groups: foundGroups(data), words: foundWords(data) };
  return { groups: found?.groups, query: data?.query ?? '', words: found?.words, isKept: false, error };
}
