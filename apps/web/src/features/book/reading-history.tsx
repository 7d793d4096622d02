import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Book, ReadHistory } from '@lectern/contract';
import { useState } from 'react';
import { readHistoryQuery } from '#entities/book/queries.ts';
import { useUndoable } from '#entities/undo/use-undoable.ts';
import { useHasAccount, useMay } from '#entities/user/use-may.ts';
import { nameDevice } from '#entities/user/device-words.ts';
import { request } from '#lib/api.ts';
import { formatMoment } from '#lib/format.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import css from './reading-history.module.css';

type Pass = ReadHistory['entries'][number];

/** Completed reads of a book, fetched on demand. */
export function ReadingHistory({ book }: { readonly book: Book }) {
  if (!useHasAccount()) return null;
  return (
    <Disclosure title={t`Reading history`} later>
      <Passes book={book} />
    </Disclosure>
  );
}

function Passes({ book }: { readonly book: Book }) {
  const query = useQuery(readHistoryQuery(book.id));
  const mayForget = useMay('ProgressWrite');
  const [forgotten, setForgotten] = useState<Pass | 'all'>();
  return (
    <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading the history`} />}>
      {({ entries, readCount }) =>
        entries.length === 0 ? (
          <p>{t`You have not read this book to the end yet.`}</p>
        ) : (
          <>
            <p>{plural(readCount, { one: 'You have read it once.', other: 'You have read it # times.' })}</p>
            <ol className={css['passes']} reversed>
              {entries.map((pass) => (
                <PassEntry key={pass.id} pass={pass} onForget={mayForget ? () => setForgotten(pass) : undefined} />
              ))}
            </ol>
            {mayForget && entries.length > 1 && (
              <Button look="quiet" icon="trash" onClick={() => setForgotten('all')}>{t`Delete all`}</Button>
            )}
            {forgotten !== undefined && (
              <ForgetDialog book={book} pass={forgotten} onClose={() => setForgotten(undefined)} />
            )}
          </>
        )
      }
    </QueryBoundary>
  );
}

interface PassEntryProps {
  readonly pass: Pass;
  /** Undefined for users who may not delete it. */
  readonly onForget: (() => void) | undefined;
}

function PassEntry({ pass, onForget }: PassEntryProps) {
  const moment = formatMoment(pass.completedAt);
  return (
    <li className={css['pass']}>
      <span>
        <span className={css['when']}>{t`Read on ${moment}`}</span>
        <span className={css['how']}>{howWords(pass)}</span>
      </span>
      {onForget !== undefined && (
        <IconButton icon="trash" label={t`Delete the entry of ${moment}`} onClick={onForget} />
      )}
    </li>
  );
}

/** "Started 3 May 2026, 20:14 · Anna's tablet"; a book marked read has no start. */
function howWords({ startedAt, completedAt, deviceName }: Pass): string {
  const moment = formatMoment(startedAt);
  const facts = [
    startedAt === completedAt ? null : t`Started ${moment}`,
    deviceName === null ? null : nameDevice(deviceName),
  ];
  return facts.filter((fact) => fact !== null).join(' · ');
}

interface ForgetDialogProps {
  readonly book: Book;
  readonly pass: Pass | 'all';
  readonly onClose: () => void;
}

/** Confirms the deletion of an entry, which has no undo. */
function ForgetDialog({ book, pass, onClose }: ForgetDialogProps) {
  const forget = useUndoable(onClose);
  const params = { id: book.id };
  const run = async () => {
    if (pass === 'all') await request('deleteBookReadHistory', { params });
    else await request('deleteBookReading', { params: { ...params, completionId: pass.id } });
    return { text: pass === 'all' ? t`Reading history deleted` : t`Entry deleted` };
  };
  return (
    <Dialog
      title={pass === 'all' ? t`Delete the whole reading history?` : t`Delete this entry?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            look="danger"
            icon="trash"
            busy={forget.isPending}
            onClick={() => forget.mutate(run)}
          >{t`Delete`}</Button>
        </>
      }
    >
      <p>{forgetWords(book, pass)}</p>
    </Dialog>
  );
}

function forgetWords({ title }: Book, pass: Pass | 'all'): string {
  if (pass === 'all') return t`All reading entries of “${title}” are deleted. Your progress stays.`;
  const moment = formatMoment(pass.completedAt);
  return t`The entry of ${moment} for “${title}” is deleted. Your progress stays.`;
}
