import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Series } from '@lectern/contract';
import { type ComponentProps, useId, useState } from 'react';
import { useHasAccount, useMay } from '#entities/user/use-may.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { useSwitchTracking } from './change-tracking.ts';
import { releaseCountQuery, releasesApplyQuery, trackingQuery } from './queries.ts';
import css from './track-series.module.css';

const TrackingDialog = lazyComponent(async () => (await import('./tracking-dialog.tsx')).TrackingDialog);

/** Tracking switch and new releases of a series; hidden without a release source. */
export function TrackSeries({ series }: { readonly series: Series }) {
  const edits = useMay('SeriesWrite');
  const { data: applies = false } = useQuery({ ...releasesApplyQuery(), enabled: useHasAccount() });
  const { data: tracking } = useQuery({ ...trackingQuery(series.id), enabled: applies });
  const { data: count = 0 } = useQuery({ ...releaseCountQuery({ seriesId: series.id }), enabled: applies });
  if (!applies || tracking === undefined || (!edits && count === 0)) return null;
  return (
    <section className={css['row']} aria-label={t`Releases`}>
      {edits && <TrackSwitch series={series} isTracked={tracking.tracked} />}
      {count > 0 && (
        <Link to="/releases" search={{ series: series.id }} className={css['new']}>
          {plural(count, { one: '# new release', other: '# new releases' })}
        </Link>
      )}
      {edits && tracking.tracked && <TrackedReleases series={series} tracking={tracking} />}
    </section>
  );
}

function TrackSwitch({ series, isTracked }: { readonly series: Series; readonly isTracked: boolean }) {
  const labelId = useId();
  const { waiting, enqueue: track } = useSwitchTracking(series);
  return (
    <span className={css['switch']}>
      <span id={labelId}>{t`Track releases`}</span>
      <Switch aria-labelledby={labelId} checked={waiting.at(-1) ?? isTracked} onChecked={track} />
    </span>
  );
}

type Tracking = ComponentProps<typeof TrackingDialog>['tracking'];

function TrackedReleases({ series, tracking }: { readonly series: Series; readonly tracking: Tracking }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" icon="settings" onClick={() => setOpen(true)}>{t`Release settings`}</Button>
      {isOpen && <TrackingDialog series={series} tracking={tracking} onClose={() => setOpen(false)} />}
    </>
  );
}
