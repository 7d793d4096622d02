import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Release } from '@lectern/contract';
import { haveWords, outWords } from '#entities/release/release-words.ts';
import { seriesQuery } from '#entities/series/queries.ts';
import { seriesCover } from '#entities/series/series-tile.tsx';
import { Cover } from '#ui/pictures/cover.tsx';
import { ReleaseLine } from './release-line.tsx';
import css from './releases-page.module.css';
import type { PickedReleases } from './use-picked.ts';

interface SeriesGroupProps {
  readonly releases: readonly [Release, ...Release[]];
  readonly edits: boolean;
  readonly picked: PickedReleases;
  /** Source names by id; empty without permission. */
  readonly sourceNames: ReadonlyMap<string, string>;
}

/** Releases of one series, with the highest numbers in the library. */
export function SeriesGroup({ releases, edits, picked, sourceNames }: SeriesGroupProps) {
  const [{ seriesId, seriesTitle }] = releases;
  const { data: series } = useQuery(seriesQuery(seriesId));
  const gap = [
    series === undefined ? undefined : haveWords(series),
    outWords(releases.filter(({ state }) => state === 'announced')),
  ].filter((words) => words !== undefined);
  const isAllPicked = releases.every(({ id }) => picked.has(id));
  const names = new Set(sourceNames.values()).size > 1 ? sourceNames : undefined;
  return (
    <section className={css['group']} aria-label={seriesTitle}>
      <div className={css['cover']}>{series !== undefined && <Cover {...seriesCover(series)} sizes="72px" />}</div>
      <header className={css['head']}>
        <h2>
          <Link to="/series/$seriesId" params={{ seriesId }}>
            {seriesTitle}
          </Link>
        </h2>
        {gap.length > 0 && <p className={css['gap']}>{gap.join(' · ')}</p>}
      </header>
      {edits && releases.length > 1 && (
        <label className={css['all']}>
          <input
            type="checkbox"
            checked={isAllPicked}
            onChange={(event) => picked.put(releases, event.target.checked)}
          />
          <span>
            <Trans>
              Select all<span className="visually-hidden">: {seriesTitle}</span>
            </Trans>
          </span>
        </label>
      )}
      <ul className={css['lines']}>
        {releases.map((release) => (
          <ReleaseLine
            key={release.id}
            release={release}
            edits={edits}
            sourceName={names?.get(release.sourceId)}
            isPicked={picked.has(release.id)}
            onPick={(one, isIn) => picked.put([one], isIn)}
          />
        ))}
      </ul>
    </section>
  );
}
