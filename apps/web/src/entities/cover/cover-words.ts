import { t } from '@lingui/core/macro';
import type { Book } from '@lectern/contract';
import { pageName } from '#entities/book/page-thumbnail.ts';
import { ApiError } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import type { CoverOwner, GivenCover } from './cover-owner.ts';
import { LARGEST_PICTURE as largest, PictureRefused } from './picture-file.ts';
import type { CoverList } from './queries.ts';

export interface CoverCaption {
  readonly name: string;
  readonly detail?: string;
}

type Described = Pick<GivenCover, 'source' | 'page' | 'fromBookId' | 'width' | 'height'>;

export function automaticCaption(owner: CoverOwner): CoverCaption {
  return { name: t`Automatic`, detail: automaticSource(owner) };
}

function automaticSource(owner: CoverOwner): string {
  if (owner.kind === 'book') return t`From the file`;
  if (owner.kind === 'series') return t`From the first book`;
  const { kind, list } = owner.shared;
  if (kind === 'collection') return list.coverSeriesId === null ? t`From its series` : t`From the chosen series`;
  return list.coverBookId === null ? t`From its books` : t`From the chosen book`;
}

/** @param books books of the series, which give the title of the source */
export function coverCaption(cover: Described, books: readonly Book[] = []): CoverCaption {
  switch (cover.source) {
    case 'page':
      return {
        name: cover.page === null ? t`A page` : pageName(cover.page),
        detail: t({ message: 'From the book', context: 'cover' }),
      };
    case 'book':
      return { name: findBookTitle(cover.fromBookId, books), detail: t`From the series` };
    case 'sidecar':
      return { name: t`Picture file`, detail: t`Next to the books` };
    case 'upload':
      return { name: t`Uploaded`, ...formatSize(cover) };
  }
}

function findBookTitle(bookId: string | null, books: readonly Book[]): string {
  return books.find(({ id }) => id === bookId)?.title ?? t`A book`;
}

function formatSize({ width, height }: Described): { readonly detail?: string } {
  return width === null || height === null ? {} : { detail: `${width} × ${height}` };
}

export function choiceWords(kind: CoverOwner['kind'], { covers, coverLock }: CoverList): string {
  const chosen = covers.find(({ isSelected }) => isSelected);
  if (kind === 'list') return listWords(chosen);
  if (chosen !== undefined && coverLock)
    return t`Chosen by hand and locked: scans and changed files leave it as it is.`;
  if (chosen !== undefined) return t`Chosen, but not locked.`;
  if (coverLock) return t`Locked: the cover stays, even when the file changes.`;
  return kind === 'book'
    ? t`Automatic and not locked: the cover follows the file.`
    : t`Automatic and not locked: the series shows the cover of its first book.`;
}

function listWords(chosen: GivenCover | undefined): string {
  return chosen === undefined
    ? t`Automatic: the cover follows what is in the list.`
    : t`Chosen by hand: it stays when the list changes.`;
}

/** Explains a failed change and the remedy. */
export function coverProblem(error: unknown): string {
  const status = error instanceof ApiError ? error.status : undefined;
  const refused = error instanceof PictureRefused ? error.reason : undefined;
  if (refused === 'too-large' || status === 413) {
    return t`This picture is too large. A cover can have up to ${largest}.`;
  }
  if (refused === 'no-picture' || status === 415) {
    return t`This is not a picture. Choose a JPEG, PNG, WebP, GIF or AVIF file.`;
  }
  if (status === 404) return t`Not found. Another user may have deleted it, or the page cannot be read.`;
  return problemSentence(error);
}
