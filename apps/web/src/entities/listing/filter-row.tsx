import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { READ_STATES } from '#entities/condition/field-words.ts';
import type { ListCondition, ListQuery } from '#entities/condition/list-query.ts';
import { listParts, withoutPart } from '#entities/condition/parts.ts';
import { useNames } from '#entities/condition/use-names.ts';
import { partWords } from '#entities/condition/words.ts';
import { librariesQuery } from '#entities/library/queries.ts';
import { useHasAccount } from '#entities/user/use-may.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import css from './filter-row.module.css';
import { LazyFilterSheet } from './lazy-filter-sheet.tsx';
import { TermFilter } from './term-filter.tsx';
import { countWords, useCount } from './use-count.ts';
import { WordFilter } from './word-filter.tsx';

interface FilterRowProps {
  readonly query: ListQuery;
  readonly onCondition: (condition: ListCondition | undefined) => void;
  /** Extra buttons at the end of the row. */
  readonly children?: ReactNode;
}

const STATES = READ_STATES.map(([value, words]) => ({ value, words }));

/** Common filters, the filter builder, and a removable chip for each active filter. */
export function FilterRow({ query, onCondition, children }: FilterRowProps) {
  const [building, setBuilding] = useState(false);
  const { target, condition } = query;
  const shared = { target, condition, onCondition };
  return (
    <div className={css['filters']}>
      <div role="group" aria-label={t`Filters`} className={css['row']}>
        {useHasAccount() && <WordFilter label={t`Read status`} field="readStatus" options={STATES} {...shared} />}
        <TermFilter term="genre" libraryId={query.libraryId} {...shared} />
        <TermFilter term="tag" libraryId={query.libraryId} {...shared} />
        {query.libraryId === undefined && <LibraryFilter {...shared} />}
        <Button icon="filter" aria-haspopup="dialog" onClick={() => setBuilding(true)}>{t`More filters`}</Button>
        {children}
      </div>
      <Chips query={query} onCondition={onCondition} onBuild={() => setBuilding(true)} />
      {building && <LazyFilterSheet query={query} onCondition={onCondition} onClose={() => setBuilding(false)} />}
    </div>
  );
}

function LibraryFilter(
  shared: Pick<ListQuery, 'target'> &
    Pick<FilterRowProps, 'onCondition'> & { readonly condition: ListCondition | undefined },
) {
  const { data: libraries = [] } = useQuery(librariesQuery());
  if (libraries.length < 2) return null;
  const options = libraries.map(({ id, name }) => ({ value: id, words: name }));
  return <WordFilter label={t`Library`} field="libraryId" options={options} {...shared} />;
}

interface ChipsProps extends Pick<FilterRowProps, 'query' | 'onCondition'> {
  readonly onBuild: () => void;
}

function Chips({ query, onCondition, onBuild }: ChipsProps) {
  const { target, condition } = query;
  const findName = useNames(target, condition);
  const { data: count } = useCount(query, condition !== undefined);
  const parts = listParts(target, condition);
  if (parts.length === 0) return null;
  return (
    <div className={css['chips']}>
      <p role="status" className={css['count']}>
        {count !== undefined && countWords(target, count)}
      </p>
      <ul aria-label={t`Filtered by`} className={css['list']}>
        {parts.map((part, index) => {
          const words = partWords(target, part, findName);
          return (
            <li key={words} className={css['chip']}>
              <button type="button" className={css['words']} title={t`Change filter`} onClick={onBuild}>
                {words}
              </button>
              <IconButton
                icon="close"
                label={t`Remove: ${words}`}
                onClick={() => onCondition(withoutPart(target, condition, index))}
              />
            </li>
          );
        })}
      </ul>
      {parts.length > 1 && <Button look="quiet" onClick={() => onCondition(undefined)}>{t`Clear filters`}</Button>}
    </div>
  );
}
