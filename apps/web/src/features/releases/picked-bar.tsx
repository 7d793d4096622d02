import { plural, t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import type { Release, ReleaseAction } from '@lectern/contract';
import { useState } from 'react';
import { type Picked, useChangeReleases } from '#entities/release/change-releases.ts';
import { fetchReleases, type ReleasesWanted } from '#entities/release/queries.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { DeleteReleases } from './delete-releases.tsx';
import css from './releases-page.module.css';
import type { PickedReleases } from './use-picked.ts';

interface PickedBarProps {
  readonly picked: PickedReleases;
  readonly shown: readonly Release[];
  readonly total: number;
  readonly wanted: ReleasesWanted;
}

/** Limit of a selection. */
const MOST = 5_000;

export function PickedBar({ picked, shown, total, wanted }: PickedBarProps) {
  const [isDeleting, setDeleting] = useState(false);
  // releases selected meanwhile stay selected
  const { waiting, enqueue } = useChangeReleases((done) => picked.put(done, false));
  const all = usePickAll(wanted, picked);
  const isAllShown = shown.length > 0 && shown.every(({ id }) => picked.has(id));
  const count = picked.all.length;
  const last = waiting.at(-1);
  const isDoing = (action: ReleaseAction) => last?.action === action && isSame(last.picked, picked.all);
  const run = (action: ReleaseAction) => {
    if (!isDoing(action)) enqueue({ picked: picked.all, action });
  };
  return (
    <div role="group" aria-label={t`Selected releases`} className={css['picked']} data-any={count > 0}>
      <label className={css['all']}>
        <input
          type="checkbox"
          checked={isAllShown}
          onChange={(event) => (event.target.checked ? picked.put(shown, true) : picked.clear())}
        />
        <span aria-live="polite">
          {count === 0 ? t`All on this page` : plural(count, { one: '# selected', other: '# selected' })}
        </span>
      </label>
      {isAllShown && count < Math.min(total, MOST) && (
        <Button look="quiet" busy={all.isPending} onClick={() => all.mutate()}>
          {total > MOST
            ? plural(MOST, { one: 'Select the first #', other: 'Select the first #' })
            : plural(total, { one: 'Select all #', other: 'Select all #' })}
        </Button>
      )}
      {count > 0 && (
        <div className={css['acts']}>
          <Button
            icon="check"
            busy={isDoing('mark-acquired')}
            onClick={() => run('mark-acquired')}
          >{t`I have it`}</Button>
          <Button icon="close" busy={isDoing('dismiss')} onClick={() => run('dismiss')}>{t`Dismiss`}</Button>
          <Menu
            label={plural(count, {
              one: 'More actions for # selected release',
              other: 'More actions for # selected releases',
            })}
            items={[
              { label: t`Mark as new`, icon: 'bell', run: () => run('reset') },
              { label: t`Hide`, icon: 'eye-off', run: () => run('ignore') },
              { label: t`Delete`, icon: 'trash', tone: 'danger', apart: true, run: () => setDeleting(true) },
            ]}
          />
        </div>
      )}
      {isDeleting && <DeleteReleases picked={picked} onClose={() => setDeleting(false)} />}
    </div>
  );
}

function isSame(some: readonly Picked[], others: readonly Picked[]): boolean {
  return some.length === others.length && some.every(({ id }, index) => id === others[index]?.id);
}

function usePickAll(wanted: ReleasesWanted, picked: PickedReleases) {
  return useMutation({
    mutationFn: async () => fetchReleases(wanted, MOST),
    onSuccess: (found) => picked.put(found, true),
    onError: (error) => showToast(problemSentence(error)),
  });
}
