/** Genres and tags are kept alike, in tables of their own. */
export type TermKind = 'genre' | 'tag';

/** A genre or tag as it is attached to something. */
export interface Term {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
}

/** What has terms. */
export interface TermOwner {
  readonly kind: 'book' | 'series';
  readonly id: string;
}

const GENRES = {
  terms: 'genre',
  aliases: 'genreAlias',
  links: 'bookGenre',
  termId: 'genreId',
  ownerId: 'bookId',
} as const;

type Tables = typeof GENRES;

const TAGS = { terms: 'tag', aliases: 'tagAlias', termId: 'tagId' } as const;

/** One query serves all kinds: at runtime only the names of tables and columns differ. */
function alike(tables: Readonly<Record<keyof Tables, string>>): Tables {
  return tables as unknown as Tables;
}

const TABLES: Readonly<Record<TermKind, Readonly<Record<TermOwner['kind'], Tables>>>> = {
  genre: {
    book: GENRES,
    series: alike({ ...GENRES, links: 'seriesGenre', ownerId: 'seriesId' }),
  },
  tag: {
    book: alike({ ...TAGS, links: 'bookTag', ownerId: 'bookId' }),
    series: alike({ ...TAGS, links: 'seriesTag', ownerId: 'seriesId' }),
  },
};

/** The tables of a kind of terms and of what has them. */
export function termTables(kind: TermKind, owner: TermOwner['kind']): Tables {
  return TABLES[kind][owner];
}
