import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, request } from '#lib/api.ts';
import type { CoverOwner } from './cover-owner.ts';
import { checkPicture } from './picture-file.ts';
import { coversQuery } from './queries.ts';

/** Something to do with the covers of a book or series; all but `remove` choose one and lock the choice, or unlock it. */
export type CoverChange =
  | { readonly how: 'automatic' }
  | { readonly how: 'cover' | 'remove'; readonly coverId: string }
  /** Counts from 1; books only. */
  | { readonly how: 'page'; readonly page: number }
  /** Series only: one of its books, whose cover is followed. */
  | { readonly how: 'book'; readonly bookId: string }
  | { readonly how: 'file'; readonly file: File };

type Owner = Pick<CoverOwner, 'kind' | 'id'>;

async function selectCover({ kind, id }: Owner, coverId: string): Promise<void> {
  await request(kind === 'book' ? 'selectBookCover' : 'selectSeriesCover', { params: { id, coverId } });
}

/** The cover that already is this very picture, when that is why a picture was refused. */
function sameCoverOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || typeof error.details !== 'object' || error.details === null) return undefined;
  return 'coverId' in error.details && typeof error.details.coverId === 'string' ? error.details.coverId : undefined;
}

async function sendPicture(owner: Owner, picture: File): Promise<void> {
  const name = owner.kind === 'book' ? 'uploadBookCover' : 'uploadSeriesCover';
  try {
    await request(name, { params: { id: owner.id }, file: checkPicture(picture) });
  } catch (error) {
    const known = sameCoverOf(error);
    if (known === undefined) throw error;
    await selectCover(owner, known);
  }
}

async function applyChange(owner: Owner, change: CoverChange): Promise<void> {
  const { kind, id } = owner;
  const isBook = kind === 'book';
  switch (change.how) {
    case 'automatic':
      await request(isBook ? 'resetBookCover' : 'resetSeriesCover', { params: { id } });
      break;
    case 'cover':
      await selectCover(owner, change.coverId);
      break;
    case 'remove':
      await request(isBook ? 'deleteBookCover' : 'deleteSeriesCover', { params: { id, coverId: change.coverId } });
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

/** Changes the covers of a book or series; lists elsewhere follow by the events of the server. */
export function useChangeCover(owner: Owner) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: CoverChange) => applyChange(owner, change),
    onSettled: async () => {
      const shown = owner.kind === 'book' ? ['getBook', { bookId: owner.id }] : ['getSeries', { seriesId: owner.id }];
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: coversQuery(owner).queryKey }),
        queryClient.invalidateQueries({ queryKey: shown }),
      ]);
    },
  });
}
