import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Book, BookErrorType } from '@lectern/contract';
import type { CallResult } from '@lectern/contract/client';
import { FAULTS } from '#entities/book/error-words.ts';
import { librariesQuery } from '#entities/library/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { formatAgo, formatCount } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Answer } from '#ui/answer.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState, Note } from '#ui/notice.tsx';
import { Panel } from '#ui/page.tsx';
import { BoxSkeletons } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast.tsx';
import css from './health-page.module.css';
import { faultyBooksQuery } from './queries.ts';

/** What is wrong with the books, grouped by cause, each with what to do about it. */
export function HealthPage() {
  useDocumentTitle('Health');
  return (
    <Answer query={useQuery(faultyBooksQuery())} loading={<BoxSkeletons label="Looking for problems" />}>
      {(faults) => <Faults faults={faults} />}
    </Answer>
  );
}

function Faults({ faults }: { readonly faults: CallResult<'listBooksWithErrors'> }) {
  if (faults.totalBooksWithErrors === 0) return <AllWell />;
  const shown = faults.groups.reduce((total, group) => total + group.books.length, 0);
  return (
    <>
      {shown < faults.totalBooksWithErrors && (
        <div className={css['note']}>
          <Note tone="info">
            The first {shown} of {formatCount(faults.totalBooksWithErrors, 'book')} with problems.
          </Note>
        </div>
      )}
      {faults.groups.map((group) => (
        <FaultGroup key={group.errorType} {...group} />
      ))}
    </>
  );
}

function AllWell() {
  const { data: libraries = [] } = useQuery(librariesQuery());
  const scans = libraries.flatMap(({ lastScannedAt }) => (lastScannedAt === null ? [] : [lastScannedAt]));
  const latest = scans.toSorted().at(-1);
  return (
    <EmptyState icon="check" title="No problems found">
      {latest === undefined
        ? 'Nothing was scanned yet.'
        : `Every book can be opened. Last scan ${formatAgo(latest, Date.now())}.`}
    </EmptyState>
  );
}

interface FaultGroupProps {
  readonly errorType: BookErrorType;
  readonly count: number;
  readonly books: readonly { readonly book: Book; readonly errors: readonly { readonly message: string }[] }[];
}

function FaultGroup({ errorType, count, books }: FaultGroupProps) {
  const { title, advice } = FAULTS[errorType];
  const edits = useMay('BooksWrite');
  const retry = useMutation({
    mutationFn: async () => {
      for (const { book } of books) await request('analyzeBook', { params: { id: book.id } });
    },
    onSuccess: () => showToast(`Trying ${formatCount(books.length, 'book')} again`),
    onError: (error) => showToast(problemSentence(error)),
  });
  return (
    <Panel>
      <div className={css['head']}>
        <div className={css['words']}>
          <h2>
            {title} <span className={css['count']}>{formatCount(count, 'book')}</span>
          </h2>
          <p className={css['advice']}>{advice}</p>
        </div>
        {edits && (
          <Button icon="refresh" busy={retry.isPending} onClick={() => retry.mutate()}>
            Try again
          </Button>
        )}
      </div>
      <ul>
        {books.map(({ book, errors }) => (
          <li key={book.id} className={css['book']}>
            <Link to="/book/$bookId" params={{ bookId: book.id }}>
              {book.title}
            </Link>
            <span className={css['place']}>
              {book.libraryName}, {book.path}
            </span>
            {errors.map(({ message }) => (
              <span key={message} className={css['message']}>
                {message}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
