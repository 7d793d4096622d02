import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, request } from '#lib/api.ts';
import { useQueuedChanges } from '#lib/use-queued-changes.ts';
import type { CoverChange } from './cover-choice.ts';
import { type CoverTarget, getCoverRoutes } from './cover-owner.ts';
import { checkPicture } from './picture-file.ts';
import { coversQuery, ownerKey } from './queries.ts';

async function selectCover(owner: CoverTarget, coverId: string): Promise<void> {
  await request(getCoverRoutes(owner).select, { params: { id: owner.id, coverId } });
}

/** Id of the existing cover when the server refused a duplicate picture. */
function findSameCover(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || typeof error.details !== 'object' || error.details === null) return undefined;
  return 'coverId' in error.details && typeof error.details.coverId === 'string' ? error.details.coverId : undefined;
}

async function sendPicture(owner: CoverTarget, picture: File): Promise<void> {
  try {
    await request(getCoverRoutes(owner).upload, { params: { id: owner.id }, file: checkPicture(picture) });
  } catch (error) {
    const known = findSameCover(error);
    if (known === undefined) throw error;
    await selectCover(owner, known);
  }
}

async function applyChange(owner: CoverTarget, change: CoverChange): Promise<void> {
  const { id } = owner;
  switch (change.how) {
    case 'automatic':
      await request(getCoverRoutes(owner).reset, { params: { id } });
      break;
    case 'cover':
      await selectCover(owner, change.coverId);
      break;
    case 'remove':
      await request(getCoverRoutes(owner).remove, { params: { id, coverId: change.coverId } });
      break;
    case 'page':
      await request('chooseBookPageCover', { params: { id }, body: { page: change.page } });
      break;
    case 'book':
      await request('selectSeriesCoverSource', { params: { id }, body: { source: `book:${change.bookId}` } });
      break;
    case 'file':
      await sendPicture(owner, change.file);
      break;
  }
}

/** Mutation scope of the covers of an owner. */
export function getCoverScope(id: string): string {
  return `cover of ${id}`;
}

interface Told {
  readonly onStored?: (change: CoverChange) => void;
  readonly onProblem?: (error: Error) => void;
}

/** Queues cover changes and runs them one at a time. Other lists update by server events. */
export function useChangeCover(owner: CoverTarget, { onStored, onProblem }: Told = {}) {
  const queryClient = useQueryClient();
  // an error stays until the next change: a later success does not repair it
  const [problem, setProblem] = useState<Error>();
  const { waiting, enqueue } = useQueuedChanges({
    owner: getCoverScope(owner.id),
    store: async (change: CoverChange) => applyChange(owner, change),
    // an upload or a deletion takes effect whatever is chosen later
    replaces: (later, { how }) => later.how !== 'remove' && (how === 'automatic' || how === 'cover'),
    onStored: (_, change) => onStored?.(change),
    onProblem: (error) => {
      setProblem(error);
      onProblem?.(error);
    },
    refresh: async () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: coversQuery(owner).queryKey }),
        queryClient.invalidateQueries({ queryKey: ownerKey(owner) }),
      ]),
  });
  return {
    /** Changes not stored yet, oldest first. */
    waiting,
    problem,
    forgetProblem: () => setProblem(undefined),
    apply: (change: CoverChange) => {
      setProblem(undefined);
      enqueue(change);
    },
  };
}
