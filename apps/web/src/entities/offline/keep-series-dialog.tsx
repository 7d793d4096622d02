import { plural, t } from '@lingui/core/macro';
import type { Series } from '@lectern/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { listAllBooks } from '#entities/book/list-all-books.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { useStore } from '#lib/store.ts';
import { SelectField } from '#ui/controls/field.tsx';
import { isRefusedInView } from '#lib/viewing.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { canKeep } from './kept-cache.ts';
import { keepBooks, MOST_AT_ONCE, sayTooMany, setRule } from './kept-books.ts';
import { keptStore } from './kept-store.ts';
import { PlainHttpNote } from './plain-http-note.tsx';
import { applyRules } from './refresh-kept.ts';
import { fetchReaders } from './start-worker.ts';

const COUNTS = ['1', '3', '5', '10', '20'] as const;
type Choice = 'off' | 'all' | (typeof COUNTS)[number];

/** "The next 5 unread books" */
export function sayNext(count: number): string {
  return plural(count, { one: 'The next unread book', other: 'The next # unread books' });
}

interface KeepSeriesDialogProps {
  readonly series: Pick<Series, 'id' | 'title'>;
  readonly onClose: () => void;
}

/** Keeps all books of a series now, or its next unread ones from now on. */
export function KeepSeriesDialog({ series, onClose }: KeepSeriesDialogProps) {
  const { id: seriesId, title } = series;
  const rule = useStore(keptStore)?.rules.find((one) => one.seriesId === seriesId);
  const [choice, setChoice] = useState<Choice>(COUNTS.find((count) => Number(count) === rule?.count) ?? '3');
  const keep = useMutation({
    mutationFn: async () => {
      const books = choice === 'all' ? await listAllBooks(request, seriesId) : undefined;
      if (books !== undefined && books.length > MOST_AT_ONCE) return sayTooMany();
      await fetchReaders();
      if (books !== undefined) await keepBooks(books, 'hand');
      else await setRule({ seriesId, title }, choice === 'off' ? 0 : Number(choice));
      await applyRules();
      return undefined;
    },
    onSuccess: (refusal) => {
      if (refusal !== undefined) return;
      onClose();
      showToast(
        choice === 'off' ? t`Removed “${title}” from this device` : t`This device keeps “${title}” from now on`,
      );
    },
  });
  const options: readonly (readonly [Choice, string])[] = [
    ...COUNTS.map((count) => [count, sayNext(Number(count))] as const),
    ['all', t`All books of the series, once`],
    ...(rule === undefined ? [] : ([['off', t`Nothing`]] as const)),
  ];
  return (
    <FormDialog
      title={t`Keep offline`}
      action={t`Keep`}
      isBusy={keep.isPending}
      problem={keep.error === null ? keep.data : problemSentence(keep.error)}
      onSubmit={() => (canKeep() && !isRefusedInView() ? keep.mutate() : onClose())}
      onClose={onClose}
    >
      {canKeep() ? (
        <SelectField
          label={t`What this device keeps`}
          hint={t`Finished books make place for the next ones.`}
          value={choice}
          options={options}
          onValue={setChoice}
        />
      ) : (
        <PlainHttpNote />
      )}
    </FormDialog>
  );
}
