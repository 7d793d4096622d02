import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { bytewise, type DatabaseKind, nonEmptyIds } from '../../sql/dialect.ts';
import { eachItem, itemField } from '../../sql/json-lists.ts';
import type { Predicate } from '../../filters/predicates.ts';
import { matchText } from '../../filters/text-match.ts';
import { nameKey } from '../../sql/row-trigger.ts';
import type { ReadDb } from '../../open.ts';
import { type TermKind, termTables } from '../rows/term-tables.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleSeries } from '../rows/visibility.ts';

/** Of what the words of a list are: all that the viewer may see, or a part of it. */
export interface WordScope {
  readonly libraryIds?: readonly string[] | undefined;
  readonly collectionId?: string | undefined;
  readonly seriesId?: string | undefined;
  readonly readListId?: string | undefined;
}

/** Which words of a list. */
export interface WordsWanted extends WordScope {
  /** Part of the word, in any case. */
  readonly search?: string | undefined;
  /** Of people: only this part of theirs. */
  readonly role?: string | undefined;
}

/** What series and books are filtered by. `age` has `None` first where some name none, `statedAge` has no such word; `year` is the newest first. */
export type WordList =
  | { readonly of: 'genre' | 'tag'; readonly owners: readonly ('series' | 'book')[] }
  | {
      readonly of:
        | 'label'
        | 'publisher'
        | 'language'
        | 'age'
        | 'statedAge'
        | 'year'
        | 'person'
        | 'name'
        | 'role'
        | 'bookLanguage';
    };

/** A word; of a user with their part. */
export interface Word {
  readonly word: string;
  readonly role: string | null;
}

/** Part of a list of words, and how many it has. */
interface PickedWords {
  readonly words: readonly Word[];
  readonly total: number;
}

interface Slice {
  readonly limit: number;
  readonly offset: number;
}

/** Who asks which database. */
interface Asked {
  readonly db: ReadDb;
  readonly kind: DatabaseKind;
  readonly viewerScope: ViewerScope;
  readonly wanted: WordsWanted;
}

/** What limits series, or books, to a part of the catalog. */
function limitToPart(of: 'series' | 'book', wanted: WordScope): readonly Predicate[] {
  const { libraryIds, collectionId, seriesId, readListId } = wanted;
  const series = of === 'series' ? sql.ref('series.id') : sql.ref('book.seriesId');
  const inCollection = sql`select "collectionSeries"."seriesId" from "collectionSeries"
    where "collectionSeries"."collectionId" = ${collectionId}`;
  const inReadList = sql`from "readListBook" where "readListBook"."readListId" = ${readListId}`;
  const listed =
    of === 'book'
      ? sql<SqlBool>`${sql.ref('book.id')} in (select "readListBook"."bookId" ${inReadList})`
      : sql<SqlBool>`${series} in (select "listed"."seriesId" from "book" as "listed"
          where "listed"."id" in (select "readListBook"."bookId" ${inReadList}))`;
  return [
    ...(libraryIds === undefined
      ? []
      : [sql<SqlBool>`${sql.ref(`${of}.libraryId`)} in (${sql.join(nonEmptyIds(libraryIds))})`]),
    ...(seriesId === undefined ? [] : [sql<SqlBool>`${series} = ${seriesId}`]),
    ...(collectionId === undefined ? [] : [sql<SqlBool>`${series} in (${inCollection})`]),
    ...(readListId === undefined ? [] : [listed]),
  ];
}

function selectSeries({ db, viewerScope, wanted }: Asked) {
  return visibleSeries(db, viewerScope).where((eb) => eb.and([...limitToPart('series', wanted)]));
}

function selectBooks({ db, viewerScope, wanted }: Asked) {
  return visibleBooks(db, viewerScope).where((eb) => eb.and([...limitToPart('book', wanted)]));
}

/** A query in brackets for `word`, `role` and the `key` that decides about the order, each word once. */
type WordQuery = RawBuilder<Word & { readonly key: string | number }>;

const NO_ROLE = sql<null>`null`;

/** Sort key: lower case as far as both databases agree. */
function buildWordKey(kind: DatabaseKind, word: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`lower(${bytewise(kind, word)})`;
}

function termWords(asked: Asked, kind: TermKind, owners: readonly ('series' | 'book')[]): WordQuery {
  const { search = '' } = asked.wanted;
  const had = owners.map((owner) => {
    const { links, termId, ownerId } = termTables(kind, owner);
    const ids = owner === 'series' ? selectSeries(asked).select('series.id') : selectBooks(asked).select('book.id');
    return sql<SqlBool>`"term"."id" in (select ${sql.ref(`link.${termId}`)} from ${sql.table(links)} as "link"
      where ${sql.ref(`link.${ownerId}`)} in ${ids})`;
  });
  const key = sql.ref('term.nameKey');
  const found = matchText(asked.kind, key, { kind: 'text', how: 'contains', value: nameKey(search) });
  return sql`(select "term"."name" as "word", ${NO_ROLE} as "role", ${key} as "key"
    from ${sql.table(termTables(kind, 'series').terms)} as "term"
    where (${sql.join(had, sql` or `)}) and ${found})`;
}

/** Sharing tags of series. */
function labelWords(asked: Asked): WordQuery {
  return sql`(select "sharingTag"."name" as "word", ${NO_ROLE} as "role", "sharingTag"."nameKey" as "key" from "sharingTag"
    where "sharingTag"."id" in (select "link"."tagId" from "seriesSharingTag" as "link"
      where "link"."seriesId" in ${selectSeries(asked).select('series.id')}))`;
}

function textWords(asked: Asked, column: 'publisher' | 'language'): WordQuery {
  const text = sql.ref<string>(`series.${column}`);
  return sql`${selectSeries(asked)
    .select([text.as('word'), NO_ROLE.as('role'), buildWordKey(asked.kind, text).as('key')])
    .where(text, '<>', '')
    .distinct()}`;
}

/** Languages that books themselves say: from one to the next in their index, each with a look for a book that says it. */
function bookLanguages(asked: Asked): WordQuery {
  const language = sql.ref<string>('bookMetadata.languageIso');
  const word = sql.ref<string>('said.word');
  const next = (after: RawBuilder<unknown>) =>
    sql`(select min(${language}) from "bookMetadata" where ${language} <> '' ${after})`;
  // With a limit it is no join for either database, which would begin with all books.
  const isSeen = sql<SqlBool>`${selectBooks(asked)
    .innerJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
    .select('book.id')
    .where(language, '=', word)
    .where(language, '<>', '')
    .limit(1)} is not null`;
  return sql`(with recursive "said"("word") as (
    select ${next(sql``)} union all select ${next(sql`and ${language} > ${word}`)} from "said" where ${word} is not null)
    select ${word}, ${NO_ROLE} as "role", ${buildWordKey(asked.kind, word)} as "key" from "said"
    where ${word} is not null and ${isSeen})`;
}

function ageWords(asked: Asked): WordQuery {
  const age = sql.ref('series.ageRating');
  return sql`${selectSeries(asked)
    .select([
      sql<string>`coalesce(cast(${age} as text), 'None')`.as('word'),
      NO_ROLE.as('role'),
      sql<number>`coalesce(${age}, -1)`.as('key'),
    ])
    .distinct()}`;
}

function statedAges(asked: Asked): WordQuery {
  const age = sql.ref('series.ageRating');
  return sql`${selectSeries(asked)
    .select([sql<string>`cast(${age} as text)`.as('word'), NO_ROLE.as('role'), sql<number>`${age}`.as('key')])
    .where('series.ageRating', 'is not', null)
    .distinct()}`;
}

function yearWords(asked: Asked): WordQuery {
  const year = sql.ref('bookMetadata.year');
  return sql`${selectBooks(asked)
    .innerJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
    .select([sql<string>`cast(${year} as text)`.as('word'), NO_ROLE.as('role'), sql<number>`-${year}`.as('key')])
    .where('bookMetadata.year', 'is not', null)
    .distinct()}`;
}

/** People whom books and series name, each with each of their parts. */
function people(asked: Asked): RawBuilder<Word> {
  const { kind, wanted } = asked;
  const [name, role] = [itemField(kind, 'name'), itemField(kind, 'role')];
  const read = (authors: Expression<unknown>) => sql`select ${name} as "word", ${role} as "role"
    from ${authors} as "owner", ${eachItem(kind, sql.ref('owner.authors'))}
    where ${name} <> '' ${wanted.role === undefined ? sql`` : sql`and ${role} = ${wanted.role}`}`;
  const ofBooks = selectBooks(asked)
    .innerJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
    .select('bookMetadata.authors')
    .where('bookMetadata.authors', '<>', '[]');
  const ofSeries = selectSeries(asked).select('series.authors').where('series.authors', '<>', '[]');
  return sql`${read(ofBooks.distinct())} union ${read(ofSeries.distinct())}`;
}

function peopleWords(asked: Asked, of: 'person' | 'name' | 'role'): WordQuery {
  const [name, role] = [sql.ref('one.word'), sql.ref('one.role')];
  const word = of === 'role' ? role : name;
  return sql`(select distinct ${word} as "word", ${of === 'person' ? role : NO_ROLE} as "role",
    ${buildWordKey(asked.kind, word)} as "key" from (${people(asked)}) as "one" where ${word} <> '')`;
}

function buildWordQuery(asked: Asked, list: WordList): WordQuery {
  switch (list.of) {
    case 'genre':
    case 'tag':
      return termWords(asked, list.of, list.owners);
    case 'label':
      return labelWords(asked);
    case 'publisher':
    case 'language':
      return textWords(asked, list.of);
    case 'bookLanguage':
      return bookLanguages(asked);
    case 'age':
      return ageWords(asked);
    case 'statedAge':
      return statedAges(asked);
    case 'year':
      return yearWords(asked);
    default:
      return peopleWords(asked, list.of);
  }
}

/** Words of a list, sorted and cut by the database. @param db `readHeavy`: the query looks at the whole catalog */
export async function pickWords(
  db: ReadDb,
  kind: DatabaseKind,
  {
    viewerScope,
    list,
    wanted,
  }: { readonly viewerScope: ViewerScope; readonly list: WordList; readonly wanted: WordsWanted },
  { limit, offset }: Slice,
): Promise<PickedWords> {
  const { search = '' } = wanted;
  const word = sql.ref<string>('listed.word');
  const isSearchedAlready = list.of === 'genre' || list.of === 'tag' || search === '';
  const found = db
    .selectFrom(buildWordQuery({ db, kind, viewerScope, wanted }, list).as('listed'))
    .$if(!isSearchedAlready, (query) =>
      query.where(matchText(kind, word, { kind: 'text', how: 'contains', value: search })),
    );
  const words = await found
    .select(['listed.word', 'listed.role'])
    .orderBy('listed.key')
    .orderBy(bytewise(kind, word))
    .orderBy(bytewise(kind, sql.ref('listed.role')))
    .limit(limit)
    .offset(offset)
    .execute();
  if (words.length > 0 && words.length < limit) return { words, total: offset + words.length };
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { words, total: count };
}
