/** Which page of a list: both count from 1, and are in range. */
export interface PageWanted {
  readonly page: number;
  readonly pageSize: number;
}

/** One page of rows, and how many rows all pages have together. */
export interface Listed<Row> {
  readonly rows: Row[];
  readonly total: number;
}
