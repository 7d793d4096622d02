import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TitleReprocessing } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { formatNumber } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import css from './title-changes.module.css';

/** The library or series whose titles are rebuilt. */
export interface TitleOwner {
  readonly kind: 'series' | 'library';
  readonly id: string;
  readonly name: string;
}

async function reprocess({ kind, id }: TitleOwner, dryRun: boolean, signal?: AbortSignal): Promise<TitleReprocessing> {
  const name = kind === 'series' ? 'reprocessSeriesTitle' : 'reprocessLibrarySeriesTitles';
  return await request(name, { params: { id }, body: { dryRun }, ...(signal === undefined ? {} : { signal }) });
}

interface TitleChangesProps {
  readonly owner: TitleOwner;
  readonly onClose: () => void;
}

/** Previews the title changes of the clean-up rules, then applies them. */
export function TitleChanges({ owner, onClose }: TitleChangesProps) {
  const preview = useQuery({
    queryKey: ['previewTitles', owner],
    queryFn: async ({ signal }) => reprocess(owner, true, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const change = useMutation({
    mutationFn: async () => reprocess(owner, false),
    onSuccess: ({ total }) => {
      onClose();
      showToast(
        total === 0
          ? t`All titles already follow the rules`
          : plural(total, { one: 'Changing # title', other: 'Changing # titles' }),
      );
    },
    onError: (error) => showToast(problemSentence(error)),
  });
  const total = preview.data?.total ?? 0;
  const { name } = owner;
  return (
    <Dialog
      title={t`Apply title rules to ${name}`}
      open
      onClose={onClose}
      wide
      actions={
        <>
          <Button onClick={onClose}>{total === 0 ? t`Close` : t`Cancel`}</Button>
          {total > 0 && (
            <Button look="primary" busy={change.isPending} onClick={() => change.mutate()}>
              {plural(total, { one: 'Change # title', other: 'Change # titles' })}
            </Button>
          )}
        </>
      }
    >
      <QueryBoundary query={preview} loading={<BoxSkeletons label={t`Testing the rules`} />}>
        {(found) => <Changes found={found} />}
      </QueryBoundary>
    </Dialog>
  );
}

function Changes({ found: { total, changes } }: { readonly found: TitleReprocessing }) {
  if (total === 0) {
    return <p>{t`All titles already follow the title rules of the library. There is nothing to change.`}</p>;
  }
  const shown = formatNumber(changes.length);
  const all = formatNumber(total);
  return (
    <>
      <p
        className={css['words']}
      >{t`The title rules of the library make these titles from folder names. Locked titles stay as they are.`}</p>
      <ul className={css['changes']}>
        {changes.map(({ seriesId, before, after }) => (
          <li key={seriesId} className={css['change']}>
            <span className={css['before']}>
              <span className="visually-hidden">{t`Now:`} </span>
              {before}
            </span>
            <Icon name="forward" size={16} />
            <span className={css['after']}>
              <span className="visually-hidden">{t`New:`} </span>
              {after}
            </span>
          </li>
        ))}
      </ul>
      {changes.length < total && <p className={css['words']}>{t`The first ${shown} of ${all}.`}</p>}
    </>
  );
}
