import type { Generated } from 'kysely';

/** Something that changed, so that the index has to look at it: triggers write it with the change. */
export interface SearchMarkTable {
  id: Generated<number>;
  /** `book`, `series`, `genre`, `tag`, `collection` or `readList`. */
  kind: string;
  entityId: string;
}

/** What can be found: a book, a series, a genre or tag, a person or a publisher, a collection or a read list. */
export interface SearchDocTable {
  id: Generated<number>;
  kind: string;
  /** Of a person or publisher the key of the name. */
  entityId: string;
  /** Titles and names as `core/catalog/search` encodes them, one a line. */
  names: string;
  /** What else it is found by, in the same way. */
  rest: string;
  /** Orders what is found equally well. */
  sortKey: string;
}

/** How a name of a document begins. */
export interface SearchNameTable {
  docId: number;
  kind: string;
  line: string;
}

/** A person or publisher whom a book names. */
export interface SearchCreditTable {
  /** `person` or `publisher`. */
  kind: string;
  nameKey: string;
  bookId: string;
  /** As the book spells it. */
  name: string;
}

/** Three letters of a word that some text has, with the gaps around it; misspelt words are looked for among them. */
export interface SearchWordTable {
  gram: string;
  /** Letters of the word. */
  length: number;
  word: string;
}
