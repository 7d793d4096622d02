import { nameKey } from '../../sql/row-trigger.ts';
import type { ReadDb } from '../../open.ts';
import { runPrecompiled } from '../../precompiled.ts';
import { readChunked } from './read-rows.ts';
import { chunked } from '../../sql/dialect.ts';
import { idSlots } from '../../slot.ts';
import { termTables, type Term, type TermKind, type TermOwner } from './term-tables.ts';

/** The terms of some books or series, in the order in which each has them. */
export async function listOwnerTerms(
  db: ReadDb,
  kind: TermKind,
  owner: TermOwner['kind'],
  ownerIds: readonly string[],
) {
  const { terms, links, termId, ownerId } = termTables(kind, owner);
  return readChunked(ownerIds, (ids) =>
    db
      .selectFrom(`${links} as link`)
      .innerJoin(`${terms} as term`, 'term.id', `link.${termId}`)
      .select(['term.id', 'term.name', 'term.createdAt', `link.${ownerId} as ownerId`])
      .where(`link.${ownerId}`, 'in', ids)
      .orderBy('link.position')
      .orderBy('term.nameKey'),
  );
}

/** Names without doubles and blanks, trimmed, by their keys; the first spelling stays. */
export function distinctNames(names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of names) {
    const key = nameKey(name);
    if (key !== '' && !found.has(key)) found.set(key, name.trim());
  }
  return found;
}

type NamedTerm = Pick<Term, 'id' | 'name'>;

/** Terms by the key of a name: their own, or one that was renamed or merged into them. */
export async function findTerms(db: ReadDb, kind: TermKind, keys: readonly string[]): Promise<Map<string, NamedTerm>> {
  const { terms, aliases } = termTables(kind, 'book');
  const found = new Map<string, NamedTerm>();
  for (const some of chunked(keys)) {
    const { count, values, slots } = idSlots(some);
    const rows = await runPrecompiled(db, `${kind} by names ${String(count)}`, values, () =>
      db
        .selectFrom(aliases)
        .innerJoin(`${terms} as term`, 'term.id', `${aliases}.termId`)
        .select([`${aliases}.nameKey as key`, 'term.id', 'term.name'])
        .where(`${aliases}.nameKey`, 'in', slots())
        .unionAll(db.selectFrom(terms).select(['nameKey as key', 'id', 'name']).where('nameKey', 'in', slots())),
    );
    for (const { key, ...term } of rows) found.set(key, term);
  }
  return found;
}

/** Names as the terms are called that they mean, each once, in their order; new ones stay as they are. */
export async function spellTerms(db: ReadDb, kind: TermKind, lists: readonly (readonly string[])[]) {
  const keys = [...new Set(lists.flatMap((names) => [...distinctNames(names).keys()]))];
  const known = keys.length === 0 ? new Map<string, NamedTerm>() : await findTerms(db, kind, keys);
  return lists.map((names) => [
    ...new Set([...distinctNames(names)].map(([key, name]) => known.get(key)?.name ?? name)),
  ]);
}
