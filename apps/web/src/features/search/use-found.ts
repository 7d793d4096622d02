import { keepPreviousData, useQuery } from '@tanstack/react-query';
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

/**
 * What the server finds, else what this device keeps.
 * @param q nothing is asked while it is empty
 */
export function useFound(q: string): Found {
  const { data, error, failureReason, isPlaceholderData } = useQuery({
    ...searchQuery(q),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const isAway = useAway(failureReason) && q !== '' && (data === undefined || isPlaceholderData);
  const kept = useKeptCatalog(isAway);
  if (isAway && kept !== undefined && kept.length > 0) {
    return { groups: keptGroups(kept, q), query: q, words: sayKeptOnly(), isKept: true, error: null };
  }
  if (data === undefined || q === '') {
    // the first failure says it already, before the last retry
    const problem = error ?? (isAway ? failureReason : null);
    return { groups: undefined, query: '', words: undefined, isKept: false, error: problem };
  }
  return { groups: foundGroups(data), query: data.query, words: foundWords(data), isKept: false, error };
}
