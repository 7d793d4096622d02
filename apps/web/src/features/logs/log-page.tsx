import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { LogLevel, LogPage as LogLines } from '@lectern/contract';
import { type ComponentRef, useEffect, useMemo, useRef, useState } from 'react';
import { saveFile } from '#lib/save-file.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/controls/button.tsx';
import { FilterBar, FilterSelect } from '#ui/controls/filter-bar.tsx';
import { FilterSearch } from '#ui/controls/filter-search.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { AREAS, LEVELS, type LogFilter, logQuery, toText } from './log-lines.ts';
import css from './log-page.module.css';
import { LogRow } from './log-row.tsx';
import { useLiveLines } from './use-live-lines.ts';

const LEVEL_WORDS: Readonly<Record<LogLevel, string>> = {
  trace: t`Trace and above`,
  debug: t`Debug and above`,
  info: t`Info and above`,
  warn: t`Warnings and above`,
  error: t`Errors and above`,
  fatal: t`Fatal errors`,
};
const LEVEL_OPTIONS = LEVELS.map((level) => [level, LEVEL_WORDS[level]] as const);

const AREA_WORDS: Readonly<Record<(typeof AREAS)[number], string>> = {
  server: t`Server`,
  http: 'HTTP',
  users: t`Accounts`,
  tasks: t`Tasks`,
  scan: t`Scans`,
  analyze: t`Analysis`,
  images: t`Pictures`,
  files: t`Files`,
};
const AREA_OPTIONS = AREAS.map((area) => [area, AREA_WORDS[area]] as const);

/** The log of the server process, with filters and a live tail. */
export function LogPage() {
  useDocumentTitle(t`Log`);
  const [level, setLevel] = useState<LogFilter['level']>();
  const [area, setArea] = useState<string>();
  const [search, setSearch] = useState('');
  const [isLive, setLive] = useState(true);
  const filter = useMemo(() => ({ level, area, search }), [level, area, search]);
  const query = useQuery(logQuery(filter));
  return (
    <>
      <FilterBar label={t`Filter lines`}>
        <FilterSelect label={t`Level`} all={t`All levels`} value={level} options={LEVEL_OPTIONS} onValue={setLevel} />
        <FilterSelect label={t`Area`} all={t`All areas`} value={area} options={AREA_OPTIONS} onValue={setArea} />
        <FilterSearch label={t`Search the log`} value={search} onSettled={setSearch} />
      </FilterBar>
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading the log`} />}>
        {(loaded) => (
          <Lines
            key={`${JSON.stringify(filter)} ${String(query.dataUpdatedAt)}`}
            loaded={loaded}
            filter={filter}
            isLive={isLive}
            onLive={setLive}
            onMissed={() => void query.refetch()}
          />
        )}
      </QueryBoundary>
    </>
  );
}

interface LinesProps {
  readonly loaded: LogLines;
  readonly filter: LogFilter;
  readonly isLive: boolean;
  readonly onLive: (isLive: boolean) => void;
  readonly onMissed: () => void;
}

function Lines({ loaded, filter, isLive, onLive, onMissed }: LinesProps) {
  const lines = useLiveLines(loaded, filter, isLive, onMissed);
  const count = lines.length;
  const list = useRef<ComponentRef<'div'>>(null);
  // a reader who scrolled up keeps their place
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (isAtEnd.current && lines.length > 0) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lines]);
  return (
    <>
      <div className={css['actions']}>
        <Button icon={isLive ? 'pause' : 'play'} onClick={() => onLive(!isLive)}>
          {isLive ? t`Pause` : t`Follow live`}
        </Button>
        <Button
          icon="download"
          disabled={lines.length === 0}
          onClick={() => saveFile('lectern-log.txt', new Blob([toText(lines)], { type: 'text/plain' }))}
        >{t`Download`}</Button>
        <span className={css['count']}>{plural(count, { one: '# line', other: '# lines' })}</span>
      </div>
      {lines.length === 0 ? (
        <EmptyState icon="search" title={t`No matching lines`}>
          {isLive ? t`New lines appear here.` : t`No line in memory matches.`}
        </EmptyState>
      ) : (
        <div
          ref={list}
          className={css['lines']}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reached by the keyboard
          tabIndex={0}
          role="log"
          aria-label={t`Log`}
          aria-live="off"
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
            isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 24;
          }}
        >
          {lines.map((entry) => (
            <LogRow key={entry.id} entry={entry} />
          ))}
        </div>
      )}
    </>
  );
}
