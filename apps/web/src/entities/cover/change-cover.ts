import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, request } from '#lib/api.ts';
import { useWishes } from '#lib/use-wishes.ts';
import type { CoverChange } from './cover-choice.ts';
import { type CoverTarget, routesOf } from './cover-owner.ts';
import { checkPicture } from './picture-file.ts';
import { coversQuery, ownerKey } from './queries.ts';

async function selectCover(owner: CoverTarget, coverId: string): Promise<void> {
  await request(routesOf(owner).select, { params: { id: owner.id, coverId } });
}

/** The cover that already is this very picture, when that is why a picture was refused. */
function sameCoverOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || typeof error.details !== 'object' || error.details === null) return undefined;
  return 'coverId' in error.details && typeof error.details.coverId === 'string' ? error.details.coverId : undefined;
}

async function sendPicture(owner: CoverTarget, picture: File): Promise<void> {
  try {
    await request(routesOf(owner).upload, { params: { id: owner.id }, file: checkPicture(picture) });
  } catch (error) {
    const known = sameCoverOf(error);
    if (known === undefined) throw error;
    await selectCover(owner, known);
  }
}

async function applyChange(owner: CoverTarget, change: CoverChange): Promise<void> {
  const { id } = owner;
  switch (change.how) {
    case 'automatic':
      await request(routesOf(owner).reset, { params: { id } });
      break;
    case 'cover':
      await selectCover(owner, change.coverId);
      break;
    case 'remove':
      await request(routesOf(owner).remove, { params: { id, coverId: change.coverId } });
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

/** Whose wishes the cover of a book, series or list is. */
export function coverOf(id: string): string {
  return `cover of ${id}`;
}

interface Told {
  readonly onStored?: (change: CoverChange) => void;
  readonly onProblem?: (error: Error) => void;
}

/** Changes the covers of a book, series or list, one change after the other; lists elsewhere follow by the events of the server. */
export function useChangeCover(owner: CoverTarget, { onStored, onProblem }: Told = {}) {
  const queryClient = useQueryClient();
  // that of an earlier change stays until there is a new one to be made: a later change does not make it good
  const [problem, setProblem] = useState<Error>();
  const { waiting, wish } = useWishes({
    owner: coverOf(owner.id),
    store: async (change: CoverChange) => applyChange(owner, change),
    // what is sent or deleted has its effect whatever is chosen afterwards
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
    /** What is not stored yet, in the order in which it was asked for. */
    waiting,
    problem,
    forgetProblem: () => setProblem(undefined),
    apply: (change: CoverChange) => {
      setProblem(undefined);
      wish(change);
    },
  };
}
