import type { ReadingProfiles } from '@lectern/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keptStore } from '#entities/offline/kept-store.ts';
import { isUnsentProfile } from '#entities/offline/unsent-profiles.ts';
import { isTemporary, request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { useQueuedChanges } from '#lib/use-queued-changes.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { applyChange, isReplaced, type ProfileChange } from './apply-change.ts';
import { PROFILES_KEY, type ProfilePlace, readingProfilesQuery } from './queries.ts';
import { sendChange } from './send-change.ts';

const RETRY_MS = 5_000;
const MOST_TRIES = 60;

/** Stores a change, or keeps it on this device until the server answers. It never overtakes an earlier one. */
async function deliver(change: ProfileChange): Promise<void> {
  const hasEarlier = keptStore.get()?.outbox.some(isUnsentProfile) === true;
  try {
    if (!hasEarlier) {
      await sendChange(request, change);
      return;
    }
  } catch (error) {
    if (!isTemporary(error)) throw error;
  }
  try {
    const { putInOutbox } = await import('#entities/offline/outbox.ts');
    await putInOutbox({ title: '', change: { kind: 'profile', change } });
  } catch {
    await repeat(change);
  }
}

/** Without browser storage a choice made while reading lasts as long as the page. */
async function repeat(change: ProfileChange): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS);
    });
    try {
      await sendChange(request, change);
      return;
    } catch (error) {
      if (!isTemporary(error) || tries === MOST_TRIES) throw error;
    }
  }
}

const NONE: ReadingProfiles = { profiles: [], choices: [] };

interface KnownProfiles {
  /** With changes that are not stored yet; empty until the first answer. */
  readonly data: ReadingProfiles;
  readonly change: (change: ProfileChange) => void;
}

/** Profiles and choices of the user; changes show at once. */
export function useReadingProfiles(place: ProfilePlace, onStored?: (change: ProfileChange) => void): KnownProfiles {
  const queryClient = useQueryClient();
  const { data = NONE } = useQuery(readingProfilesQuery(place));
  const { waiting, enqueue } = useQueuedChanges({
    owner: 'reading profiles',
    store: deliver,
    replaces: isReplaced,
    onStored: (_: unknown, change: ProfileChange) => onStored?.(change),
    onProblem: (error) => showToast(problemSentence(error)),
    refresh: async () => queryClient.invalidateQueries({ queryKey: [PROFILES_KEY] }),
  });
  // every render makes a new list, which changes only at its ends
  const [first, last] = [waiting[0], waiting.at(-1)];
  const shown = useMemo(() => waiting.reduce(applyChange, data), [data, first, last]);
  return { data: shown, change: enqueue };
}
