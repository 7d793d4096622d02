import type { Generated } from 'kysely';

/** A row whose index entry is outdated; triggers add it with the change. */
export interface SearchMarkTable {
  id: Generated<number>;
  /** `book`, `series`, `genre`, `tag`, `collection` or `readList`. */
  kind: string;
  entityId: string;
}

/** A searchable document: a book, series, genre, tag, person, publisher, collection or read list. */
export interface SearchDocTable {
  id: Generated<number>;
  kind: string;
  /** For a person or publisher the key of the name. */
  entityId: string;
  /** Titles and names, encoded by `core/catalog/search`, one a line. */
  names: string;
  /** Further search text, encoded alike. */
  rest: string;
  /** Order of equal matches. */
  sortKey: string;
}

/** The beginning of a document's name. */
export interface SearchNameTable {
  docId: number;
  kind: string;
  line: string;
}

/** A name that a book credits. */
export interface SearchCreditTable {
  /** `person`, `publisher` (imprints too), `character` or `team`. */
  kind: string;
  nameKey: string;
  bookId: string;
  name: string;
  /** Roles of the name in this book, each as ` role `; of a publisher `publisher` or `imprint`; `shelf` of a list by author. */
  roles: Generated<string>;
}

/** The place of a credited name in lists. */
export interface CreditNameTable {
  /** As in `SearchCreditTable`. */
  kind: string;
  nameKey: string;
  /** People by family name. */
  sortKey: string;
  /** Letter group of the sort name. */
  letter: string;
}

/** How many books of a series, without deleted ones, credit a name in one spelling and set of roles. */
export interface CreditCountTable {
  kind: string;
  nameKey: string;
  seriesId: string;
  roles: string;
  name: string;
  bookCount: number;
}

/** Three letters of a word of the catalog, with the gaps around it; used to correct spelling. */
export interface SearchWordTable {
  gram: string;
  length: number;
  word: string;
}
