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

/** A person or publisher that a book names. */
export interface SearchCreditTable {
  /** `person` or `publisher`. */
  kind: string;
  nameKey: string;
  bookId: string;
  name: string;
}

/** Three letters of a word of the catalog, with the gaps around it; used to correct spelling. */
export interface SearchWordTable {
  gram: string;
  length: number;
  word: string;
}
