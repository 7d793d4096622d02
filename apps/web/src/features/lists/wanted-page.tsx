import { t } from '@lingui/core/macro';
import type { WantedItem } from '@lectern/contract';
import { useState } from 'react';
import { BookTile } from '#entities/book/book-tile.tsx';
import { useMove } from '#entities/list/use-move.ts';
import { setPreferences, usePreferences } from '#entities/preferences/store.ts';
import { SeriesTile } from '#entities/series/series-tile.tsx';
import { useUndoable } from '#entities/undo/use-undoable.ts';
import { useMay } from '#entities/user/use-may.ts';
import { removeFromWantToRead } from '#entities/want/change-wanted.ts';
import { orderWanted, getWantedTitle, WANTED_PAGE, type WantedOrder, wantedQuery } from '#entities/want/queries.ts';
import { useEndlessList } from '#lib/use-endless-list.ts';
import { Button } from '#ui/controls/button.tsx';
import { EndlessGrid } from '#ui/grids/endless-grid.tsx';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { SortSelect } from '#ui/controls/sort-select.tsx';
import css from './list-page.module.css';
import { MemberList } from './member-list.tsx';
import { BookRow, SeriesRow } from './member-rows.tsx';

const SORT_KEY = 'want_to_read.sort';
const SORTS: readonly (readonly [WantedOrder, string])[] = [
  ['newest', t`Newest first`],
  ['oldest', t`Oldest first`],
  ['custom', t`My order`],
];

/** The want-to-read list; its sort order is kept as a preference. */
export function WantedPage() {
  const preferred = usePreferences()[SORT_KEY];
  const sort = SORTS.find(([value]) => value === preferred)?.[0] ?? 'newest';
  const mayEdit = useMay('ProgressWrite');
  const [isEdited, setIsEdited] = useState(false);
  const list = useEndlessList({ queryFor: (page) => wantedQuery(sort, page), pageSize: WANTED_PAGE });
  const edit = (edited: boolean) => {
    setIsEdited(edited);
    if (edited) setPreferences({ [SORT_KEY]: 'custom' });
  };
  return (
    <>
      {list.total !== undefined && list.total > 0 && (
        <div className={css['bar']}>
          {!isEdited && (
            <SortSelect sorts={SORTS} value={sort} onSort={(next) => setPreferences({ [SORT_KEY]: next })} />
          )}
          {mayEdit && (
            <Button icon={isEdited ? 'check' : 'edit'} onClick={() => edit(!isEdited)}>
              {isEdited ? t`Done` : t`Change order`}
            </Button>
          )}
        </div>
      )}
      {isEdited ? (
        <Rows />
      ) : (
        <EndlessGrid
          key={sort}
          label={t`Want to read`}
          list={list}
          renderTile={({ book, series }, focusable) => {
            if (book !== undefined) return <BookTile book={book} focusable={focusable} />;
            return series === undefined ? null : <SeriesTile series={series} focusable={focusable} />;
          }}
          empty={<NothingWanted />}
        />
      )}
    </>
  );
}

function NothingWanted() {
  return (
    <EmptyState
      icon="bookmark"
      title={t`Nothing here yet`}
    >{t`Choose “Want to read” on the page of a book or series to find it here.`}</EmptyState>
  );
}

function Rows() {
  const queryFor = (page: number) => wantedQuery('custom', page);
  const list = useEndlessList({ queryFor, pageSize: WANTED_PAGE });
  const change = useUndoable();
  const move = useMove({ queryFor, pageSize: WANTED_PAGE, getName: getWantedTitle, order: orderWanted });
  const actionsFor = (item: WantedItem): readonly MenuItem[] => {
    const thing = item.book ?? item.series;
    if (thing === undefined) return [];
    const { id, title } = thing;
    const remove = async () => removeFromWantToRead({ kind: item.itemType, id, title });
    return [{ label: t`Remove from the list`, icon: 'close', apart: true, run: () => change.mutate(remove) }];
  };
  return (
    <div className={css['rows']}>
      <MemberList
        label={t`Want to read`}
        list={list}
        getName={getWantedTitle}
        renderRow={({ book, series }, index) => {
          if (book !== undefined) return <BookRow book={book} place={index + 1} />;
          return series === undefined ? null : <SeriesRow series={series} place={index + 1} />;
        }}
        actionsFor={actionsFor}
        onMove={move}
        empty={<NothingWanted />}
      />
    </div>
  );
}
