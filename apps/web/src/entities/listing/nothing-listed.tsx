import { plural, t } from '@lingui/core/macro';
import { useQueries } from '@tanstack/react-query';
import type { ListCondition, ListQuery, ListTarget } from '#entities/condition/list-query.ts';
import { listParts, withoutPart } from '#entities/condition/parts.ts';
import { useNames } from '#entities/condition/use-names.ts';
import { conditionWords, partWords } from '#entities/condition/words.ts';
import { bookCountQuery } from '#entities/book/queries.ts';
import { seriesCountQuery } from '#entities/series/queries.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import css from './nothing-listed.module.css';

interface NothingListedProps {
  readonly query: ListQuery;
  readonly onCondition: (condition: ListCondition | undefined) => void;
}

/** Most filters that are tried out one by one. */
const MAX_TRIED = 5;

/** Explains an empty result: offers to remove each filter that hides something, largest effect first. */
export function NothingListed({ query, onCondition }: NothingListedProps) {
  const { target, condition, fullTextSearch } = query;
  const findName = useNames(target, condition);
  const parts = listParts(target, condition).slice(0, MAX_TRIED);
  const without = parts.map((part, index) => ({
    words: partWords(target, part, findName),
    condition: withoutPart(target, condition, index),
  }));
  const counts = useCounts(without.map((one) => withCondition(query, one.condition)));
  const offers = without
    .map((one, index) => ({ ...one, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count);
  return (
    <EmptyState
      icon="search"
      title={target === 'series' ? t`No matching series` : t`No matching books`}
      action={
        condition !== undefined && (
          <div className={css['offers']}>
            {offers.map((offer) => (
              <Button key={offer.words} icon="close" onClick={() => onCondition(offer.condition)}>
                {offerWords(target, offer.words, offer.count)}
              </Button>
            ))}
            <Button look="quiet" onClick={() => onCondition(undefined)}>{t`Clear filters`}</Button>
          </div>
        )
      }
    >
      {condition !== undefined && <p>{conditionWords(target, condition, findName)}</p>}
      {fullTextSearch !== undefined && (
        <p>{t`Nothing has “${fullTextSearch}” in its titles, creators, publishers, genres or tags.`}</p>
      )}
    </EmptyState>
  );
}

function offerWords(target: ListTarget, filter: string, count: number): string {
  return target === 'series'
    ? plural(count, { one: `Without “${filter}”: # series`, other: `Without “${filter}”: # series` })
    : plural(count, { one: `Without “${filter}”: # book`, other: `Without “${filter}”: # books` });
}

function withCondition({ condition: _, ...list }: ListQuery, condition: ListCondition | undefined): ListQuery {
  return condition === undefined ? list : { ...list, condition };
}

function useCounts(queries: readonly ListQuery[]): readonly (number | undefined)[] {
  const series = useQueries({
    queries: queries.map((query) => ({
      ...seriesCountQuery({ ...query, target: 'series' }),
      enabled: query.target === 'series',
    })),
  });
  const books = useQueries({
    queries: queries.map((query) => ({
      ...bookCountQuery({ ...query, target: 'books' }),
      enabled: query.target === 'books',
    })),
  });
  return queries.map(({ target }, index) => (target === 'series' ? series[index]?.data : books[index]?.data));
}
