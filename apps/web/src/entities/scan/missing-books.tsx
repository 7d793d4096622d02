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
import { type HeldBackBooks, type RemovalAnswer, useAnswerRemovals } from './answer-removals.ts';

interface MissingBooksProps extends HeldBackBooks {
  readonly libraryId: string;
  readonly onClose: () => void;
}

function titleWords({ count, libraryName }: HeldBackBooks): string {
  return libraryName === undefined
    ? plural(count, { one: '# book can no longer be found', other: '# books can no longer be found' })
    : plural(count, {
        one: `# book of ${libraryName} can no longer be found`,
        other: `# books of ${libraryName} can no longer be found`,
      });
}

/** Lists books whose files are missing, explains both answers and applies the chosen one. */
export function MissingBooks({ libraryId, count, libraryName, onClose }: MissingBooksProps) {
  const [page, setPage] = useState(1);
  const query = useQuery({ ...removalsQuery(libraryId, page), placeholderData: keepPreviousData });
  const removals = useAnswerRemovals(libraryId, { count, libraryName });
  const answer = (chosen: RemovalAnswer) => removals.mutate(chosen, { onSettled: onClose });
  return (
    <Dialog
      title={titleWords({ count, libraryName })}
      open
      wide
      onClose={onClose}
      actions={
        <>
          <Button busy={removals.isPending} onClick={() => answer('keep')}>
            {t`Keep`}
          </Button>
          <Button look="danger" busy={removals.isPending} onClick={() => answer('remove')}>
            {plural(count, { one: 'Remove # book', other: 'Remove # books' })}
          </Button>
        </>
      }
    >
      <Consequences libraryId={libraryId} />
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading the missing books`} />}>
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
          <strong>Remove</strong> takes them out of all lists. No file is touched.
        </Trans>{' '}
        {!forgets && t`Progress and edits are kept, and come back with the file.`}
      </p>
      {forgets && (
        <Note tone="danger">{t`This library deletes removed books for good after a day, with all reading progress and edits.`}</Note>
      )}
      <p>
        <Trans>
          <strong>Keep</strong> leaves them as they are, though they cannot be opened. The next scan asks again if the
          files are still missing. Choose this if a drive is disconnected.
        </Trans>
      </p>
    </div>
  );
}

function SeriesGroup({ books }: { readonly books: readonly HeldBackBook[] }) {
  const [first] = books;
  if (first === undefined) return null;
  const count = books.length;
  const ago = formatAgo(first.missingSince, Date.now());
  return (
    <section className={css['group']}>
      <h3>
        {first.seriesName}{' '}
        <span className={css['soft']}>
          {plural(count, { one: `# book, first missed ${ago}`, other: `# books, first missed ${ago}` })}
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
