import type { ReadingProfiles } from '@lectern/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isTemporary, request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { useQueuedChanges } from '#lib/use-queued-changes.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { applyChange, isReplaced, type ProfileChange } from './apply-change.ts';
import { type ProfilePlace, readingProfilesQuery } from './queries.ts';

const RETRY_MS = 5_000;
const MOST_TRIES = 60;

async function send(change: ProfileChange): Promise<void> {
  if (change.kind === 'profile') {
    const { kind: _kind, id, ...body } = change;
    await request('updateReadingProfile', { params: { id }, body });
    return;
  }
  const { kind: _kind, ...body } = change;
  await request('chooseReadingProfile', { body });
}

/** Tries again while the server is away: a choice made while reading is not lost. */
async function deliver(change: ProfileChange): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await send(change);
      return;
    } catch (error) {
      if (!isTemporary(error) || tries === MOST_TRIES) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS);
    });
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
    refresh: async () => queryClient.invalidateQueries({ queryKey: ['listReadingProfiles'] }),
  });
  // every render makes a new list, which changes only at its ends
  const [first, last] = [waiting[0], waiting.at(-1)];
  const shown = useMemo(() => waiting.reduce(applyChange, data), [data, first, last]);
  return { data: shown, change: enqueue };
}
