import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, request } from '#lib/api.ts';
import { type CoverTarget, routesOf } from './cover-owner.ts';
import { checkPicture } from './picture-file.ts';
import { coversQuery, ownerKey } from './queries.ts';

/** Something to do with the covers of a book, series or list; all but `remove` choose one and lock the choice, or unlock it. */
export type CoverChange =
  | { readonly how: 'automatic' }
  | { readonly how: 'cover' | 'remove'; readonly coverId: string }
  /** Counts from 1; books only. */
  | { readonly how: 'page'; readonly page: number }
  /** Series only: one of its books, whose cover is followed. */
  | { readonly how: 'book'; readonly bookId: string }
  | { readonly how: 'file'; readonly file: File };

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

/** Changes the covers of a book, series or list; lists elsewhere follow by the events of the server. */
export function useChangeCover(owner: CoverTarget) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: CoverChange) => applyChange(owner, change),
    onSettled: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: coversQuery(owner).queryKey }),
        queryClient.invalidateQueries({ queryKey: ownerKey(owner) }),
      ]);
    },
  });
}
