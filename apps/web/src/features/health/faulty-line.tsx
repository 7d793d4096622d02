import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BookErrorType } from '@lectern/contract';
import type { CallResult } from '@lectern/contract/client';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { formatAgo } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { useQueuedChanges } from '#lib/use-queued-changes.ts';
import { Button } from '#ui/controls/button.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import css from './health-page.module.css';

/** A book with its errors of one type. */
export type FaultyBook = CallResult<'listBooksWithErrors'>['groups'][number]['books'][number];

interface FaultyLineProps {
  readonly faulty: FaultyBook;
  readonly errorType: BookErrorType;
}

export function FaultyLine({ faulty: { book, errors }, errorType }: FaultyLineProps) {
  const edits = useMay('BooksWrite');
  const ignored = errors.every(({ ignoredAt }) => ignoredAt !== null);
  return (
    <li className={css['book']} data-ignored={ignored}>
      <div className={css['facts']}>
        <Link to="/book/$bookId" params={{ bookId: book.id }}>
          {book.title}
        </Link>
        <span className={css['place']}>
          {book.libraryName}, {book.path}
        </span>
        {errors.map((error) => (
          <ErrorWords key={error.message} error={error} />
        ))}
      </div>
      {edits && <Remedies book={book} errorType={errorType} stored={ignored} />}
    </li>
  );
}

function ErrorWords({ error }: { readonly error: FaultyBook['errors'][number] }) {
  const { message, ignoredAt, ignoredBy } = error;
  return (
    <span className={css['message']}>
      {message}
      {ignoredAt !== null && (
        <span className={css['place']}> {ignoredWords(ignoredBy, formatAgo(ignoredAt, Date.now()))}</span>
      )}
    </span>
  );
}

function ignoredWords(by: string | null, ago: string): string {
  return by === null ? t`Ignored ${ago}` : t`Ignored by ${by}, ${ago}`;
}

interface RemediesProps {
  readonly book: FaultyBook['book'];
  readonly errorType: BookErrorType;
  /** State on the server. */
  readonly stored: boolean;
}

function Remedies({ book: { id, title }, errorType, stored }: RemediesProps) {
  const queryClient = useQueryClient();
  const input = { params: { id }, body: { errorTypes: [errorType] } };
  const retry = useMutation({
    mutationFn: async () => request('retryBook', input),
    onSuccess: () => showToast(t`Analyzing “${title}”`),
    onError: (error) => showToast(problemSentence(error)),
  });
  const { waiting, enqueue: judge } = useQueuedChanges({
    owner: `${errorType} errors of ${id}`,
    store: async (ignores: boolean) => request(ignores ? 'ignoreBookErrors' : 'unignoreBookErrors', input),
    replaces: () => true,
    onStored: (_, ignores) => {
      if (ignores) {
        showToast(t`“${title}” is ignored until its file changes`, { label: t`Undo`, run: () => judge(false) });
      }
    },
    onProblem: (error) => showToast(problemSentence(error)),
    refresh: async () => queryClient.invalidateQueries({ queryKey: ['listBooksWithErrors'] }),
  });
  const ignored = waiting.at(-1) ?? stored;
  return (
    <div className={css['remedies']}>
      <Button
        look="quiet"
        icon={ignored ? 'eye' : 'eye-off'}
        aria-label={ignored ? t`Stop ignoring: ${title}` : t`Ignore: ${title}`}
        onClick={() => judge(!ignored)}
      >
        {ignored ? t`Stop ignoring` : t`Ignore`}
      </Button>
      <Button
        look="quiet"
        icon="refresh"
        aria-label={t`Try again: ${title}`}
        busy={retry.isPending}
        onClick={() => retry.mutate()}
      >{t`Try again`}</Button>
    </div>
  );
}
