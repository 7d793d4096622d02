import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Book, ReadListProgress } from '@lectern/contract';
import { bookState } from '#entities/book/book-state.ts';
import { readListBooksQuery, readListProgressQuery, readListQuery } from '#entities/list/queries.ts';
import type { SharedList } from '#entities/list/shared-list.ts';
import { formatNumber } from '#lib/format.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { PageFailure } from '#ui/feedback/page-failure.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { ListHead, useMayEdit } from './list-head.tsx';
import css from './list-page.module.css';
import { ListSkeleton } from './list-skeleton.tsx';
import { MemberList } from './member-list.tsx';
import { BookRow } from './member-rows.tsx';
import { useMembers } from './use-members.ts';

type ReadListShared = Extract<SharedList, { kind: 'readList' }>;

export function ReadListPage({ readListId }: { readonly readListId: string }) {
  const { data: list, error, refetch } = useQuery(readListQuery(readListId));
  const { data: progress } = useQuery(readListProgressQuery(readListId));
  useDocumentTitle(list?.name);
  if (error !== null && list === undefined) return <PageFailure error={error} onRetry={() => void refetch()} />;
  if (list === undefined) return <ListSkeleton label={t`Loading the reading list`} />;
  const shared = { kind: 'readList', list } as const;
  return (
    <>
      <ListHead shared={shared} actions={<Continue progress={progress} />}>
        <Progress progress={progress} />
      </ListHead>
      <div className={css['body']}>
        <div className={css['rows']}>
          <Books shared={shared} />
        </div>
      </div>
    </>
  );
}

function Continue({ progress }: { readonly progress: ReadListProgress | undefined }) {
  const next = progress?.next ?? null;
  if (next === null) return null;
  return (
    <Link to="/read/$bookId" params={{ bookId: next.id }} className={buttonClass('primary', 'large')}>
      <Icon name="play" size={18} />
      {continueWords(next, progress?.readCount ?? 0)}
    </Link>
  );
}

/** "Read “A”", "Continue “A”, page 12", "Read next: “B”". */
function continueWords(book: Book, readCount: number): string {
  const state = bookState(book);
  const { title } = book;
  if (state.kind !== 'reading') return readCount === 0 ? t`Read “${title}”` : t`Read next: “${title}”`;
  if (book.layout === 'reflowable') {
    const share = state.words;
    return t`Continue “${title}” at ${share}`;
  }
  const page = formatNumber(book.readProgress?.currentPage ?? 1);
  return t`Continue “${title}”, page ${page}`;
}

function Progress({ progress }: { readonly progress: ReadListProgress | undefined }) {
  if (progress === undefined || progress.bookCount === 0) return null;
  const { readCount, bookCount } = progress;
  const read = formatNumber(readCount);
  const words =
    readCount === bookCount
      ? t`All read`
      : plural(bookCount, { one: `${read} of # book read`, other: `${read} of # books read` });
  return (
    <div className={css['progress']}>
      <ProgressBar share={readCount / bookCount} label={t`Progress: ${words}`} />
      <p>{words}</p>
    </div>
  );
}

function Books({ shared }: { readonly shared: ReadListShared }) {
  const { id, ordered } = shared.list;
  const mayEdit = useMayEdit('readList');
  const { list, move, actionsFor } = useMembers(shared, (page) =>
    readListBooksQuery(id, ordered ? 'manual' : 'release', page),
  );
  return (
    <MemberList
      label={t`Books`}
      list={list}
      getName={({ title }) => title}
      renderRow={(book, index) => <BookRow book={book} place={ordered ? index + 1 : undefined} />}
      {...(mayEdit ? { actionsFor } : {})}
      onMove={mayEdit && ordered ? move : undefined}
      empty={
        <EmptyState
          icon="book"
          title={t`No books yet`}
        >{t`Open a book or series, or select some, and add them to this list.`}</EmptyState>
      }
    />
  );
}
