import type { ReadingProfiles } from '@lectern/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { problemSentence } from '#lib/problem.ts';
import { useQueuedChanges } from '#lib/use-queued-changes.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { applyChange, isReplaced, type ProfileChange } from './apply-change.ts';
import { NO_PROFILES, PROFILES_KEY, type ProfilePlace, readingProfilesQuery } from './queries.ts';
import { storeChange } from './store-change.ts';

interface KnownProfiles {
  /** With changes that are not stored yet; empty until the first answer. */
  readonly data: ReadingProfiles;
  readonly change: (change: ProfileChange) => void;
}

/**
 * Profiles and choices of the user; changes show at once.
 * @param place null for a reader without an account: there are none then, and the server is not asked
 */
export function useReadingProfiles(
  place: ProfilePlace | null,
  onStored?: (change: ProfileChange) => void,
): KnownProfiles {
  const queryClient = useQueryClient();
  const hasAccount = place !== null;
  const { data = NO_PROFILES } = useQuery({ ...readingProfilesQuery(place ?? {}), enabled: hasAccount });
  const { waiting, enqueue } = useQueuedChanges({
    owner: 'reading profiles',
    store: storeChange,
    replaces: isReplaced,
    onStored: (_: unknown, change: ProfileChange) => onStored?.(change),
    onProblem: (error) => showToast(problemSentence(error)),
    refresh: async () => queryClient.invalidateQueries({ queryKey: [PROFILES_KEY] }),
  });
  // every render makes a new list, which changes only at its ends
  const [first, last] = [waiting[0], waiting.at(-1)];
  const shown = useMemo(() => waiting.reduce(applyChange, data), [data, first, last]);
  return hasAccount ? { data: shown, change: enqueue } : { data: NO_PROFILES, change: ignore };
}

function ignore(): void {
  // nothing of a reader without an account is kept
}
