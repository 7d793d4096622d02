/** A page of a list: `page` counts from 1. */
export interface PageWanted {
  readonly page: number;
  readonly pageSize: number;
}

/** The rows of one page, and the number of rows in the whole list. */
export interface Listed<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** A page as queries take it: `offset` counts from 0. */
export interface Slice {
  readonly limit: number;
  readonly offset: number;
}

/** The rows of a page. */
export function toSlice({ page, pageSize }: PageWanted): Slice {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}
