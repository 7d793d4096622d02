import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import type { ReadingStats } from '@lectern/contract';
import { BOOK_FORMATS } from '@lectern/contract/book-formats';
import type { ReactNode } from 'react';
import { nameDevice } from '#entities/user/device-words.ts';
import { Panel } from '#ui/layout/page.tsx';
import { formatReading, partWords } from './measures.ts';
import css from './stats-page.module.css';

interface Ranked {
  readonly key: string;
  readonly name: ReactNode;
  readonly durationMs: number;
  readonly detail: string;
}

type Part = Pick<ReadingStats['libraries'][number], 'duration' | 'pagesRead'> & { readonly books?: number };

function toRanked(key: string, name: ReactNode, part: Part): Ranked {
  return { key, name, durationMs: part.duration.totalMs, detail: partWords(part) };
}

/** Reading time by series, genre and other groups. */
export function Rankings({ stats }: { readonly stats: ReadingStats }) {
  const { series, genres, authors, formats, libraries, devices } = stats;
  return (
    <div className={css['rankings']}>
      <Ranking
        title={t`Series`}
        rows={series.map((one) =>
          toRanked(
            one.seriesId,
            <Link key="name" to="/series/$seriesId" params={{ seriesId: one.seriesId }}>
              {one.seriesName}
            </Link>,
            one,
          ),
        )}
      />
      <Ranking title={t`Genres`} rows={genres.map((one) => toRanked(one.name, one.name, one))} />
      <Ranking title={t`Creators`} rows={authors.map((one) => toRanked(one.name, one.name, one))} />
      <Ranking title={t`Formats`} rows={formats.map((one) => toRanked(one.format, nameFormat(one.format), one))} />
      <Ranking
        title={t`Libraries`}
        rows={libraries.map((one) => toRanked(one.libraryId, one.libraryName, one))}
        least={2}
      />
      <Ranking
        title={t`Devices`}
        rows={devices.map((one) =>
          toRanked(one.deviceId, one.deviceName === null ? t`Unnamed device` : nameDevice(one.deviceName), one),
        )}
      />
    </div>
  );
}

function nameFormat(format: keyof typeof BOOK_FORMATS): string {
  const { label, kind } = BOOK_FORMATS[format];
  const names = { comic: t`Comic (${label})`, ebook: t`Book (${label})`, document: t`Document (${label})` };
  return names[kind];
}

interface RankingProps {
  readonly title: string;
  readonly rows: readonly Ranked[];
  /** Fewest rows worth showing. */
  readonly least?: number;
}

/** Longest first, each with a bar and text. */
function Ranking({ title, rows, least = 1 }: RankingProps) {
  if (rows.length < least) return null;
  const most = rows.reduce((longest, { durationMs }) => Math.max(longest, durationMs), 1);
  return (
    <Panel title={title}>
      <ol className={css['ranking']}>
        {rows.map(({ key, name, durationMs, detail }) => (
          <li key={key}>
            <span className={css['name']}>{name}</span>
            <span className={css['value']}>{formatReading(durationMs)}</span>
            <span className={css['bar']} aria-hidden="true">
              <span style={{ inlineSize: `${(durationMs / most) * 100}%` }} />
            </span>
            {detail !== '' && <span className={css['detail']}>{detail}</span>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
