import { useQuery } from '@tanstack/react-query';
import { type CreditKind, CREDIT_TITLES } from './credit-kinds.ts';
import { namesQuery } from './queries.ts';

/** Names of a row; the page of the book or series shows no more. */
const MOST_NAMES = 24;

interface CastRow {
  readonly label: string;
  readonly names: readonly string[];
  readonly credit: CreditKind;
}

type Owner = { readonly bookId: string } | { readonly seriesId: string };

function useNames(credit: CreditKind, owner: Owner): readonly CastRow[] {
  const { data } = useQuery(namesQuery({ kind: credit, ...owner, sort: 'count' }, 1));
  const names = (data?.data ?? []).slice(0, MOST_NAMES).map(({ name }) => name);
  return names.length === 0 ? [] : [{ label: CREDIT_TITLES[credit], names, credit }];
}

/** People whom the books of a series name, those of most books first. */
export function useCreators(seriesId: string): readonly CastRow[] {
  return useNames('person', { seriesId });
}

/** Characters and teams of a book or series, those of most books first. */
export function useCast(owner: Owner): readonly CastRow[] {
  const characters = useNames('character', owner);
  const teams = useNames('team', owner);
  return [...characters, ...teams];
}
