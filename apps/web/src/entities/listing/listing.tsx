import { plural } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { FilterPreset } from '@lectern/contract';
import { type KeyboardEvent, type ReactNode, type Ref, useCallback, useMemo, useRef } from 'react';
import { readAddress, writeAddress } from '#entities/condition/address.ts';
import type { ListCondition, ListQuery, ListTarget } from '#entities/condition/list-query.ts';
import { useHasAccount } from '#entities/user/use-may.ts';
import { Note } from '#ui/feedback/notice.tsx';
import type { GridHandle } from '#ui/grids/virtual-grid.tsx';
import { BooksGrid } from './books-grid.tsx';
import { FilterRow } from './filter-row.tsx';
import { letterGroupsQuery } from './letter-queries.ts';
import { indexOfKey, LetterButton, LetterRail } from './letter-rail.tsx';
import { type Letter, buildLetters } from './letters.ts';
import css from './listing.module.css';
import { NothingListed } from './nothing-listed.tsx';
import { PresetPanel } from './preset-panel.tsx';
import { SeriesGrid } from './series-grid.tsx';

/** List state in the address; defaults are absent. */
export interface ListAddress {
  /** Full-text query. */
  readonly q?: string;
  /** The filter as `address.ts` writes it. */
  readonly c?: string;
  readonly sort?: string;
}

interface ListingProps {
  readonly target: ListTarget;
  readonly libraryId?: string;
  readonly address: ListAddress;
  /** In the form of the API. */
  readonly sort: string;
  readonly onAddress: (address: ListAddress) => void;
  /** Shown for an empty list without filters. */
  readonly whenEmpty: ReactNode;
}

export function Listing({ target, libraryId, address, sort, onAddress, whenEmpty }: ListingProps) {
  const { q, c, ...others } = address;
  const { condition, dropped } = useMemo(() => readAddress(target, c), [target, c]);
  const query: ListQuery = {
    target,
    sort,
    ...(libraryId === undefined ? {} : { libraryId }),
    ...(q === undefined ? {} : { fullTextSearch: q }),
    ...(condition === undefined ? {} : { condition }),
  };
  const setCondition = (next: ListCondition | undefined) => {
    const text = writeAddress(target, next);
    onAddress({ ...others, ...(q === undefined ? {} : { q }), ...(text === undefined ? {} : { c: text }) });
  };
  const letters = useLetters(query);
  const listed = JSON.stringify(query);
  const { grid, jump } = useJump(listed);
  const handleKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isOnTile(event.target)) return;
    const letter = letters[indexOfKey(event.key, letters) ?? -1];
    if (letter !== undefined) jump(letter);
  };
  const isFiltered = condition !== undefined || q !== undefined;
  return (
    <>
      <FilterRow query={query} onCondition={setCondition}>
        {useHasAccount() && <PresetPanel query={query} onUse={(preset) => onAddress(toAddress(preset))} />}
        {letters.length > 0 && (
          <span className={css['narrow']}>
            <LetterButton letters={letters} onLetter={jump} />
          </span>
        )}
      </FilterRow>
      {dropped > 0 && <DroppedNote count={dropped} />}
      <div className={css['body']} onKeyDown={handleKey}>
        <div className={css['grid']}>
          <Grid
            ref={grid}
            key={listed}
            query={query}
            whenEmpty={isFiltered ? <NothingListed query={query} onCondition={setCondition} /> : whenEmpty}
          />
        </div>
        {letters.length > 0 && (
          <div className={css['wide']}>
            <LetterRail letters={letters} onLetter={jump} />
          </div>
        )}
      </div>
    </>
  );
}

interface GridProps {
  readonly ref: Ref<GridHandle>;
  readonly query: ListQuery;
  readonly whenEmpty: ReactNode;
}

function Grid({ query, ...props }: GridProps) {
  return query.target === 'series' ? <SeriesGrid query={query} {...props} /> : <BooksGrid query={query} {...props} />;
}

function DroppedNote({ count }: { readonly count: number }) {
  return (
    <div className={css['note']}>
      <Note tone="warning">
        {plural(count, {
          one: '# part of the filter in this address is not valid and was left out.',
          other: '# parts of the filter in this address are not valid and were left out.',
        })}
      </Note>
    </div>
  );
}

/** Scrolls the grid to a letter; waits for the grid when it is not mounted yet. */
function useJump(listed: string): { readonly grid: Ref<GridHandle>; readonly jump: (letter: Letter) => void } {
  const current = useRef<GridHandle>(null);
  const waiting = useRef<{ readonly listed: string; readonly index: number }>(undefined);
  const grid = useCallback(
    (handle: GridHandle | null) => {
      current.current = handle;
      if (handle === null || waiting.current === undefined) return;
      const { listed: of, index } = waiting.current;
      waiting.current = undefined;
      // the grid knows its width in the next frame
      if (of === listed) requestAnimationFrame(() => current.current?.goTo(index));
    },
    [listed],
  );
  const jump = ({ index }: Letter) => {
    if (current.current === null) waiting.current = { listed, index };
    else current.current.goTo(index);
  };
  return { grid, jump };
}

/** Empty unless the list is sorted by title and long. */
function useLetters(query: ListQuery): readonly Letter[] {
  const byTitle = query.sort === 'title,asc';
  const { data: groups } = useQuery({ ...letterGroupsQuery(query), enabled: byTitle });
  return useMemo(() => {
    const letters = byTitle ? buildLetters(groups ?? []) : [];
    return letters.reduce((sum, { count }) => sum + count, 0) < MANY ? [] : letters;
  }, [byTitle, groups]);
}

function toAddress({ target, condition, query, sort }: FilterPreset): ListAddress {
  const c = writeAddress(target, condition);
  return {
    ...(query === null ? {} : { q: query }),
    ...(c === undefined ? {} : { c }),
    ...(sort === null ? {} : { sort }),
  };
}

/** Shorter lists need no jump letters. */
const MANY = 24;

function isOnTile(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('[data-index] a') !== null;
}
