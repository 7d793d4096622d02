import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { AverageRating, SeriesRating } from '@lectern/contract';
import { useState } from 'react';
import { useUndoableChanges } from '#entities/undo/use-undoable-changes.ts';
import { useMay } from '#entities/user/use-may.ts';
import { formatNumber } from '#lib/format.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import { Button } from '#ui/controls/button.tsx';
import { StarInput, Stars } from '#ui/controls/stars.tsx';
import { averageRatingQuery, getRatingScope, rateSeries, ratingQuery, toStars } from './rating.ts';
import css from './rating-panel.module.css';

const NoteDialog = lazyComponent(async () => (await import('./note-dialog.tsx')).NoteDialog);

interface RatingPanelProps {
  readonly series: { readonly id: string; readonly title: string };
  /** Names the rated thing where the page title does not. */
  readonly label?: string;
}

export function RatingPanel({ series, label = t`Your rating` }: RatingPanelProps) {
  const mayRate = useMay('ProgressWrite');
  const { data: own } = useQuery({ ...ratingQuery(series.id), enabled: mayRate });
  const { data: all } = useQuery(averageRatingQuery(series.id));
  // the user's own rating is already shown above
  const others = (all?.count ?? 0) - (own === undefined || own === null ? 0 : 1);
  return (
    <div className={css['panel']}>
      {mayRate && own !== undefined && <OwnRating series={series} label={label} own={own} />}
      {all !== undefined && others > 0 && <Average all={all} />}
    </div>
  );
}

function Average({ all: { average, count } }: { readonly all: AverageRating }) {
  if (average === null) return null;
  const stars = toStars(average);
  const mean = formatNumber(Math.round(stars * 10) / 10);
  return (
    <p className={css['average']}>
      <Stars stars={stars} label={t`Average`} />
      {t`${mean} on average, from ${plural(count, { one: '# rating', other: '# ratings' })}`}
    </p>
  );
}

interface OwnRatingProps extends Required<RatingPanelProps> {
  /** Null without a rating. */
  readonly own: SeriesRating | null;
}

function OwnRating({ series, label, own }: OwnRatingProps) {
  const [isNoting, setIsNoting] = useState(false);
  const { waiting, enqueue: give } = useUndoableChanges({
    owner: getRatingScope(series),
    store: async (stars: number) => rateSeries(series, stars),
    replaces: () => true,
  });
  return (
    <>
      <div className={css['own']}>
        <span className={css['label']}>{label}</span>
        <StarInput label={label} stars={waiting.at(-1) ?? (own === null ? 0 : toStars(own.rating))} onStars={give} />
        {own !== null && (
          <>
            <Button look="quiet" onClick={() => give(0)}>{t`Clear`}</Button>
            <Button look="quiet" onClick={() => setIsNoting(true)}>
              {own.notes === null ? t`Add note` : t`Edit note`}
            </Button>
          </>
        )}
      </div>
      {own !== null && own.notes !== null && <p className={css['note']}>{own.notes}</p>}
      {isNoting && own !== null && <NoteDialog series={series} rating={own} onClose={() => setIsNoting(false)} />}
    </>
  );
}
