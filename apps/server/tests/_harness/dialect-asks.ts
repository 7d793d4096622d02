import { compatRoutes } from '#http/komga/index.ts';
import { opds1Routes } from '#http/opds1/index.ts';
import { opds2Routes } from '#http/opds2/index.ts';
import { COMPAT } from './compat.ts';
import type { Subject } from './probe.ts';

/** What an address of a dialect names. */
type Named = Pick<Subject, 'libraryId' | 'seriesId' | 'bookId' | 'collectionId' | 'readListId' | 'credited'>;

const OWNERS = [
  ['/libraries/', 'libraryId'],
  ['/series/', 'seriesId'],
  ['/collections/', 'collectionId'],
  ['/readlists/', 'readListId'],
  ['/books/', 'bookId'],
  // Of people, publishers, genres and tags.
  ['/', 'credited'],
] as const;

/** Not the id of an owner: covers of the file go by the id of their owner. */
const OTHER = '0192f0c1-0000-7000-8000-000000000001';

/** A reading request of OPDS 1.2, OPDS 2.0 or the dialect of Komga. */
interface DialectAsk {
  /** As in the route, with its variables. */
  readonly pattern: string;
  readonly path: string;
  /** What the address names; undefined for a list of what the viewer may see. */
  readonly names: (typeof OWNERS)[number][1] | undefined;
}

const ALL = [
  ...[...opds1Routes, ...opds2Routes].map(({ method, path }) => ({ method, pattern: path, query: 'pageSize=50' })),
  ...compatRoutes.map(({ method, path }) => ({ method, pattern: COMPAT + path, query: 'unpaged=true&size=50' })),
];

/**
 * Every reading request of the dialects that is about these things, and every list.
 * @param words what searches ask for
 */
export function dialectAsks(named: Named, words: string): DialectAsk[] {
  return ALL.flatMap(({ method, pattern, query }): DialectAsk[] => {
    if (method !== 'GET' || /\/logout$|\/actuator\//.test(pattern)) return [];
    if (!pattern.includes('{')) {
      return [{ pattern, path: `${pattern}?${query}&q=${words}&search=${words}`, names: undefined }];
    }
    const [, names = 'credited'] = OWNERS.find(([part]) => pattern.includes(`${part}{`)) ?? [];
    const path = pattern
      .replace(/\{(?:id|bookId|seriesId)\}/, encodeURIComponent(named[names]))
      .replace('{page}', '1')
      .replace(/\{\w+\*?\}/g, OTHER);
    return [{ pattern, path, names }];
  });
}
