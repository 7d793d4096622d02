/** What the address of a page may carry behind its question mark; anything else is dropped. */
type RawSearch = Readonly<Record<string, unknown>>;

export interface SortSearch {
  readonly sort?: string;
}

export function readSortSearch({ sort }: RawSearch): SortSearch {
  return typeof sort === 'string' ? { sort } : {};
}

export interface ReadSearch {
  /** Page to open, from 1; where the reader left off unless said. */
  readonly page?: number;
  /** Keeps no progress. */
  readonly incognito?: true;
}

export function readReadSearch(search: RawSearch): ReadSearch {
  const page = Number(search['page']);
  const incognito = search['incognito'] === true || search['incognito'] === 1;
  return { ...(Number.isInteger(page) && page >= 1 ? { page } : {}), ...(incognito ? { incognito } : {}) };
}

export interface LoginSearch {
  /** Where to go afterwards: a path of this application, never another site. */
  readonly next?: string;
}

export function readLoginSearch({ next }: RawSearch): LoginSearch {
  return typeof next === 'string' && /^[/](?![/\\])/.test(next) ? { next } : {};
}

export interface LibrariesSearch {
  readonly add?: boolean;
  readonly edit?: string;
  readonly remove?: string;
}

export function readLibrariesSearch({ add, edit, remove }: RawSearch): LibrariesSearch {
  return {
    ...(add === true ? { add } : {}),
    ...(typeof edit === 'string' ? { edit } : {}),
    ...(typeof remove === 'string' ? { remove } : {}),
  };
}
