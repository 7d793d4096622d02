import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { HeldBackBook } from '@lectern/contract';
import { useState } from 'react';
import { libraryQuery } from '#entities/library/queries.ts';
import { formatAgo, formatBytes } from '#lib/format.ts';
import { groupBy } from '#lib/group-by.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Pager } from '#ui/layout/pager.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import css from './missing-books.module.css';
import { removalsQuery } from './queries.ts';
import { type RemovalAnswer, useAnswerRemovals } from './answer-removals.ts';

interface MissingBooksProps {
  readonly libraryId: string;
  readonly count: number;
  /** " of …" with a leading blank, or empty. */
  readonly of: string;
  readonly onClose: () => void;
}

/** Lists books whose files are missing, explains both answers and applies the chosen one. */
export function MissingBooks({ libraryId, count, of, onClose }: MissingBooksProps) {
  const [page, setPage] = useState(1);
  const query = useQuery({ ...removalsQuery(libraryId, page), placeholderData: keepPreviousData });
  const removals = useAnswerRemovals(libraryId, { count, of });
  const answer = (chosen: RemovalAnswer) => removals.mutate(chosen, { onSettled: onClose });
  const books = plural(count, { one: '# book', other: '# books' });
  return (
    <Dialog
      title={t`${books}${of} can no longer be found`}
      open
      wide
      onClose={onClose}
      actions={
        <>
          <Button busy={removals.isPending} onClick={() => answer('keep')}>
            {t`Keep`} {count === 1 ? 'it' : 'them'}
          </Button>
          <Button look="danger" busy={removals.isPending} onClick={() => answer('remove')}>
            {t`Remove ${books}`}
          </Button>
        </>
      }
    >
      <Consequences libraryId={libraryId} />
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Looking up which`} />}>
        {({ data, totalPages }) => (
          <>
            {[...groupBy(data, ({ seriesId }) => seriesId)].map(([seriesId, ofSeries]) => (
              <SeriesGroup key={seriesId} books={ofSeries} />
            ))}
            <Pager label={t`Missing books`} page={page} totalPages={totalPages} onPage={setPage} />
          </>
        )}
      </QueryBoundary>
    </Dialog>
  );
}

/** Effect of each answer. A library that forgets deleted books cannot restore them. */
function Consequences({ libraryId }: { readonly libraryId: string }) {
  const { data: library } = useQuery(libraryQuery(libraryId));
  const forgets = library?.scanningConfig.purgeDeletedOnScan === true;
  return (
    <div className={css['consequences']}>
      <p>
        <Trans>
          <strong>Remove</strong> takes them out of all lists. No file is touched.{' '}
        </Trans>
        {!forgets && t`Progress and edits are kept: a book whose file comes back is there again with all of it.`}
      </p>
      {forgets && (
        <Note tone="danger">{t`This library forgets removed books for good a day later, with everybody’s progress and all edits.`}</Note>
      )}
      <p>
        <Trans>
          <strong>Keep</strong> leaves them as they are, though they cannot be opened. The next scan asks again if the
          files are still missing. Choose this when a drive is off.
        </Trans>
      </p>
    </div>
  );
}

function SeriesGroup({ books }: { readonly books: readonly HeldBackBook[] }) {
  const [first] = books;
  if (first === undefined) return null;
  return (
    <section className={css['group']}>
      <h3>
        {first.seriesName}{' '}
        <span className={css['soft']}>
          {t`${plural(books.length, { one: '# book', other: '# books' })}, missed ${formatAgo(first.missingSince, Date.now())}`}
        </span>
      </h3>
      <ul>
        {books.map(({ id, title, path, fileSize }) => (
          <li key={id} className={css['book']}>
            <p>{title}</p>
            <p className={css['soft']}>
              {path} · {formatBytes(fileSize)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
