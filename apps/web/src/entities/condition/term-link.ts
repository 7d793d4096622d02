import { writeAddress } from './address.ts';
import type { FilterField, ListTarget } from './list-query.ts';

/** Where everything is that has a name in a field: a person, a publisher, a genre, a tag. */
export function termLink(target: ListTarget, field: FilterField, name: string) {
  const c = writeAddress(target, { [field]: { operator: 'is', value: name } });
  const search = { ...(target === 'books' ? { tab: 'books' as const } : {}), ...(c === undefined ? {} : { c }) };
  return { to: '/search' as const, search };
}
