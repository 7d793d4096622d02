import { z } from 'zod';
import { sortPersonName } from '#core/rules/metadata/sort-person-name.ts';
import { letterGroup, sortKey } from '#core/rules/text/sort-key.ts';
import { SHELF_ROLE } from '#db/repos/catalog/credit-names.repo.ts';
import type { BookTexts, CreditName, SearchCredit } from '#db/search/search-texts.repo.ts';
import { nameKey } from '#db/sql/row-trigger.ts';

/** A credit, with the sort name that the book states. */
interface DerivedCredit {
  readonly credit: SearchCredit;
  readonly statedSort: string | null;
}

interface Named {
  readonly kind: SearchCredit['kind'];
  readonly name: string;
  readonly role: string;
  readonly sortName?: string | null | undefined;
}

const Authors = z
  .array(z.object({ name: z.string(), role: z.string().catch(''), sortName: z.string().nullish() }))
  .catch([]);
const Names = z.array(z.string()).optional().catch([]);
const Embedded = z.object({ characters: Names, teams: Names }).catch({});
const Locks = z.array(z.string()).catch([]);

function listPeople(json: string | null): Named[] {
  if (json === null) return [];
  return Authors.parse(JSON.parse(json)).map((author) => ({ kind: 'person', ...author }));
}

/** A publisher of the series holds for books without one, and for all of them when a user locked it. */
function listPublishers(book: BookTexts): Named[] {
  const locks = Locks.parse(JSON.parse(book.seriesLocks));
  return (['publisher', 'imprint'] as const).flatMap((role) => {
    const own = book[role] ?? '';
    const shared = book[role === 'publisher' ? 'seriesPublisher' : 'seriesImprint'] ?? '';
    const names = own === '' || locks.includes(role) ? [own, shared] : [own];
    return names.map((name): Named => ({ kind: 'publisher', name, role }));
  });
}

function listCast(embedded: string | null): Named[] {
  if (embedded === null) return [];
  const { characters = [], teams = [] } = Embedded.parse(JSON.parse(embedded));
  return [
    ...characters.map((name): Named => ({ kind: 'character', name, role: '' })),
    ...teams.map((name): Named => ({ kind: 'team', name, role: '' })),
  ];
}

/** Whose names a book stands under: those of the first row that it has. */
const SHELVED_BY: readonly (readonly string[])[] = [
  ['author', 'co_author', 'writer'],
  ['illustrator', 'penciller'],
  ['editor'],
];

/** Gives the shelf role to the people under whose names the book stands: without any such role, to all of its people. */
function addShelves(credits: readonly DerivedCredit[]): DerivedCredit[] {
  const people = credits.filter(({ credit }) => credit.kind === 'person');
  const groups = SHELVED_BY.map((roles) =>
    people.filter(({ credit }) => roles.some((role) => credit.roles.includes(` ${role} `))),
  );
  const shelved = new Set(groups.find((group) => group.length > 0) ?? people);
  return credits.map((one) =>
    shelved.has(one) ? { ...one, credit: { ...one.credit, roles: `${one.credit.roles}${SHELF_ROLE} ` } } : one,
  );
}

/** One more mention of a name by a book. */
function addMention(
  known: DerivedCredit | undefined,
  bookId: string,
  { kind, name, role, sortName }: Named,
): DerivedCredit {
  const roles = known?.credit.roles ?? ' ';
  const stated = sortName?.trim() ?? '';
  return {
    credit: {
      kind,
      nameKey: nameKey(name),
      bookId,
      name: known?.credit.name ?? name.trim(),
      roles: role === '' || roles.includes(` ${role} `) ? roles : `${roles}${role} `,
    },
    statedSort: known?.statedSort ?? (stated === '' ? null : stated),
  };
}

/** Names that a book credits, each once with all of its roles. People of the series are people of each of its books. */
export function deriveCredits(book: BookTexts): DerivedCredit[] {
  const found = new Map<string, DerivedCredit>();
  const people = [...listPeople(book.authors), ...listPeople(book.seriesAuthors)];
  for (const named of [...people, ...listPublishers(book), ...listCast(book.embedded)]) {
    const key = nameKey(named.name);
    const id = `${named.kind} ${key}`;
    if (key !== '') found.set(id, addMention(found.get(id), book.id, named));
  }
  return addShelves([...found.values()]);
}

/** The place of each name in lists. */
export function toCreditNames(credits: readonly DerivedCredit[]): CreditName[] {
  const names = new Map<string, CreditName>();
  for (const { credit, statedSort } of credits) {
    const { kind, nameKey: key, name } = credit;
    if (names.has(`${kind} ${key}`) && statedSort === null) continue;
    const sortName = statedSort ?? (kind === 'person' ? sortPersonName(name) : name);
    names.set(`${kind} ${key}`, {
      kind,
      nameKey: key,
      sortKey: sortKey(sortName),
      letter: letterGroup(sortName),
      isStated: statedSort !== null,
    });
  }
  return [...names.values()];
}
