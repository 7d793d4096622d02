import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Collection } from '@lectern/contract';
import { useState } from 'react';
import { useNames } from '#entities/condition/use-names.ts';
import { conditionWords } from '#entities/condition/words.ts';
import { collectionQuery, collectionSeriesQuery, type CollectionSort, LIST_PAGE } from '#entities/list/queries.ts';
import type { SharedList } from '#entities/list/shared-list.ts';
import { SeriesTile } from '#entities/series/series-tile.tsx';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { useEndlessList } from '#lib/use-endless-list.ts';
import { Button } from '#ui/controls/button.tsx';
import { EndlessGrid } from '#ui/grids/endless-grid.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { PageFailure } from '#ui/feedback/page-failure.tsx';
import { SortSelect } from '#ui/controls/sort-select.tsx';
import { ListHead, useMayEdit } from './list-head.tsx';
import css from './list-page.module.css';
import { ListSkeleton } from './list-skeleton.tsx';
import { MemberList } from './member-list.tsx';
import { SeriesRow } from './member-rows.tsx';
import { useMembers } from './use-members.ts';

type CollectionShared = Extract<SharedList, { kind: 'collection' }>;

interface CollectionPageProps {
  readonly collectionId: string;
  /** Undefined for the default: manual order, or by title. */
  readonly sort: CollectionSort | undefined;
  readonly onSort: (sort: CollectionSort) => void;
}

const SORTS: readonly (readonly [CollectionSort, string])[] = [
  ['manual', t`Custom order`],
  ['title', t`Title`],
  ['added', t`Date added`],
  ['year', t`Year`],
];

/** A collection as covers, or as rows for reordering. */
export function CollectionPage({ collectionId, sort, onSort }: CollectionPageProps) {
  const { data: list, error, refetch } = useQuery(collectionQuery(collectionId));
  useDocumentTitle(list?.name);
  if (error !== null && list === undefined) return <PageFailure error={error} onRetry={() => void refetch()} />;
  if (list === undefined) return <ListSkeleton label={t`Loading the collection`} />;
  return <Loaded shared={{ kind: 'collection', list }} sort={sort} onSort={onSort} />;
}

interface LoadedProps extends Omit<CollectionPageProps, 'collectionId'> {
  readonly shared: CollectionShared;
}

function Loaded({ shared, sort, onSort }: LoadedProps) {
  const { list } = shared;
  const [isEdited, setIsEdited] = useState(false);
  const sorts = SORTS.filter(([value]) => value !== 'manual' || list.ordered);
  const by = sorts.find(([value]) => value === sort)?.[0] ?? (list.ordered ? 'manual' : 'title');
  return (
    <>
      <ListHead shared={shared}>{list.condition !== undefined && <Rule condition={list.condition} />}</ListHead>
      <div className={css['body']}>
        {list.seriesCount !== 0 && (
          <div className={css['bar']}>
            {!isEdited && <SortSelect sorts={sorts} value={by} onSort={onSort} />}
            <EditButton list={list} isEdited={isEdited} onEdited={setIsEdited} />
          </div>
        )}
        {isEdited ? <Rows shared={shared} /> : <Covers key={by} shared={shared} sort={by} />}
      </div>
    </>
  );
}

interface EditButtonProps {
  readonly list: Collection;
  readonly isEdited: boolean;
  readonly onEdited: (isEdited: boolean) => void;
}

function EditButton({ list, isEdited, onEdited }: EditButtonProps) {
  const mayEdit = useMayEdit('collection');
  if (!mayEdit || list.automatic) return null;
  const words = list.ordered ? t`Change order` : t`Edit series`;
  return (
    <Button icon={isEdited ? 'check' : 'edit'} onClick={() => onEdited(!isEdited)}>
      {isEdited ? t`Done` : words}
    </Button>
  );
}

function Rule({ condition }: { readonly condition: unknown }) {
  const findName = useNames('series', condition);
  return <p className={css['rule']}>{conditionWords('series', condition, findName)}</p>;
}

interface CoversProps {
  readonly shared: CollectionShared;
  readonly sort: CollectionSort;
}

function Covers({ shared, sort }: CoversProps) {
  const { id } = shared.list;
  const list = useEndlessList({ queryFor: (page) => collectionSeriesQuery(id, sort, page), pageSize: LIST_PAGE });
  return (
    <EndlessGrid
      label={t`Series`}
      list={list}
      renderTile={(series, focusable) => <SeriesTile series={series} focusable={focusable} />}
      empty={<Empty shared={shared} />}
    />
  );
}

function Empty({ shared }: { readonly shared: CollectionShared }) {
  return shared.list.automatic ? (
    <EmptyState
      icon="filter"
      title={t`No series match the rule`}
    >{t`Series appear here as soon as they match.`}</EmptyState>
  ) : (
    <EmptyState
      icon="library"
      title={t`No series yet`}
    >{t`Open a series, or select some in a library, and add them to this collection.`}</EmptyState>
  );
}

function Rows({ shared }: { readonly shared: CollectionShared }) {
  const { id, ordered } = shared.list;
  const { list, move, actionsFor } = useMembers(shared, (page) =>
    collectionSeriesQuery(id, ordered ? 'manual' : 'title', page),
  );
  return (
    <div className={css['rows']}>
      <MemberList
        label={t`Series`}
        list={list}
        getName={({ title }) => title}
        renderRow={(series, index) => <SeriesRow series={series} place={ordered ? index + 1 : undefined} />}
        actionsFor={actionsFor}
        onMove={ordered ? move : undefined}
        empty={<Empty shared={shared} />}
      />
    </div>
  );
}
