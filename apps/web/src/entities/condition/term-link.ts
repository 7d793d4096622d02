import { writeAddress } from './address.ts';
import type { FilterField, ListTarget } from './list-query.ts';

/** Link to the list filtered by one name: a person, publisher, genre or tag. */
export function termLink(target: ListTarget, field: FilterField, name: string) {
  const c = writeAddress(target, { [field]: { operator: 'is', value: name } });
  const search = { ...(target === 'books' ? { tab: 'books' as const } : {}), ...(c === undefined ? {} : { c }) };
  return { to: '/search' as const, search };
}
