const PARTS = ['genres', 'tags', 'sharing', 'changes'] as const;

export interface MetadataSearch {
  /** Genres by default. */
  readonly part?: (typeof PARTS)[number];
}

export function readMetadataSearch(search: Readonly<Record<string, unknown>>): MetadataSearch {
  const part = PARTS.find((one) => one === search['part']);
  return part === undefined ? {} : { part };
}
