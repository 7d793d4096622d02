import type { ReadProgress } from '@lectern/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { bookQuery } from '#entities/book/queries.ts';
import type { ReadingEntry } from '#entities/offline/derive-unsent.ts';
import { chooseLater, findUnsentPlace } from '#entities/offline/unsent-place.ts';
import { readingProfilesQuery } from '#entities/reading-profile/queries.ts';
import { currentUserQuery, findOwner } from '#entities/user/queries.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { OpenBook } from './open-book.tsx';
import { freshProgressQuery } from './progress-query.ts';
import { ReaderNotice } from './reader-notice.tsx';
import type { ReaderProps } from './reader-props.ts';

interface ReaderPageProps {
  readonly bookId: string;
  /** Page to open, from 1; the stored progress when undefined. */
  readonly page: number | undefined;
  /** Saves no progress. */
  readonly incognito: boolean;
}

const AGAIN_MS = 2000;

/** Chooses the reader for the format of the book. */
export function ReaderPage({ bookId, page, incognito }: ReaderPageProps) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const book = useQuery({
    ...bookQuery(bookId),
    refetchInterval: ({ state }) => (state.data?.book.analyzed === false ? AGAIN_MS : false),
  });
  const progress = useQuery(freshProgressQuery(bookId));
  const profiles = useQuery(readingProfilesQuery({ bookId }));
  const unsent = useUnsentPlace(bookId);
  const [followed, setFollowed] = useState<ReadProgress>();
  const found = book.data?.book;
  useDocumentTitle(found?.title);

  const close = () => {
    if (history.canGoBack()) history.back();
    else void navigate({ to: '/book/$bookId', params: { bookId } });
  };
  if (book.isLoadingError)
    return <ReaderNotice problem={book.error} onClose={close} onRetry={() => void book.refetch()} />;
  // only the first answer decides the start: a background refetch must not move an open book
  if (found === undefined || progress.isPending || profiles.isPending || unsent === undefined)
    return <ReaderNotice onClose={close} />;
  if (found.layout === null) return <ReaderNotice book={found} onClose={close} />;
  const latest = chooseLater(progress.data ?? found.readProgress, unsent, found.pageCount);
  return (
    <Suspense fallback={<ReaderNotice onClose={close} />}>
      <OpenBook
        key={followed?.updatedAt}
        book={found}
        {...(followed === undefined ? startAt(page, latest) : { progress: followed, startPage: followed.currentPage })}
        isIncognito={incognito}
        onClose={close}
        onFollow={setFollowed}
        onOpenBook={(next) => void navigate({ to: '/read/$bookId', params: { bookId: next }, replace: true })}
      />
    </Suspense>
  );
}

/** What this device read without the server; undefined while that is looked up. */
function useUnsentPlace(bookId: string): ReadingEntry | null | undefined {
  const userId = findOwner(useQuery(currentUserQuery()).data) ?? '';
  const { data } = useQuery({
    queryKey: ['unsentPlace', { bookId }],
    queryFn: async () => findUnsentPlace(userId, bookId),
    staleTime: 0,
    gcTime: 0,
  });
  return data;
}

/** Start of reading: the requested page, else the progress. A completed book starts from the beginning. */
function startAt(
  page: number | undefined,
  latest: ReadProgress | undefined,
): Pick<ReaderProps, 'startPage' | 'progress'> {
  if (page !== undefined) return { startPage: page, progress: undefined };
  const progress = latest?.completed === false ? latest : undefined;
  return { startPage: progress?.currentPage ?? 1, progress };
}
