import { compatRoutes } from '#http/komga/index.ts';
import { opds1Routes } from '#http/opds1/index.ts';
import { opds2Routes } from '#http/opds2/index.ts';
import { UNPACKED } from './ask-probes.ts';
import { COMPAT } from './compat.ts';
import type { Subject } from './probe.ts';

/** What an address or a condition of a dialect names. */
type Named = Pick<Subject, 'libraryId' | 'seriesId' | 'bookId' | 'collectionId' | 'readListId' | 'credited'>;
type Name = keyof Named;

const OWNERS: readonly (readonly [part: string, name: Name])[] = [
  ['/libraries/', 'libraryId'],
  ['/series/', 'seriesId'],
  ['/collections/', 'collectionId'],
  ['/readlists/', 'readListId'],
  ['/books/', 'bookId'],
  // Of people, publishers, genres and tags.
  ['/', 'credited'],
];

/** Not the id of an owner: covers of the file go by the id of their owner. */
const OTHER = '0192f0c1-0000-7000-8000-000000000001';

/** A request of OPDS 1.2, OPDS 2.0 or the dialect of Komga that reads, or that names what it changes. */
interface DialectAsk {
  readonly method: 'GET' | 'POST';
  /** As in the route, with its variables. */
  readonly pattern: string;
  readonly path: string;
  readonly body?: object;
  /** What the address or the body names; undefined for a list of what the viewer may see. */
  readonly names: Name | undefined;
  /** Whether it would change something, for those who see what it names. */
  readonly changes: boolean;
  /** Whether it needs no account. */
  readonly isPublic: boolean;
}

const ROUTES = [
  ...[...opds1Routes, ...opds2Routes].map((route) => ({ ...route, pattern: route.path, query: 'pageSize=50' })),
  ...compatRoutes.map((route) => ({ ...route, pattern: COMPAT + route.path, query: 'unpaged=true&size=50' })),
].map(({ method, pattern, query, endpoint: { permission, query: takes, body, upload } }) => ({
  ...{ method, pattern, query, isPublic: permission === 'public', takesWords: takes !== undefined },
  takesId: pattern.includes('{id}') && body === undefined && upload === undefined,
}));
type Route = (typeof ROUTES)[number];

const is = (value: unknown) => ({ operator: 'is', value });
const FOR_SERIES = {
  libraryId: ({ libraryId }: Named) => ({ libraryId: is(libraryId) }),
  collectionId: ({ collectionId }: Named) => ({ collectionId: is(collectionId) }),
  credited: ({ credited }: Named) => ({ publisher: is(credited) }),
};
const FOR_BOOKS = {
  libraryId: ({ libraryId }: Named) => ({ libraryId: is(libraryId) }),
  seriesId: ({ seriesId }: Named) => ({ seriesId: is(seriesId) }),
  readListId: ({ readListId }: Named) => ({ readListId: is(readListId) }),
  credited: ({ credited }: Named) => ({ author: is({ name: credited, role: 'writer' }) }),
};

/** Searches, which send what they look for, by path; with the conditions that name something. */
const SEARCHES = new Map<string, Readonly<Partial<Record<Name, (named: Named) => object>>>>([
  [`${COMPAT}/api/v1/series/list`, FOR_SERIES],
  [`${COMPAT}/api/v1/series/list/alphabetical-groups`, FOR_SERIES],
  [`${COMPAT}/api/v1/books/list`, FOR_BOOKS],
]);

/** What new lists hold, by path. */
const NEW_LISTS = new Map<string, readonly [name: Name, body: (named: Named) => object]>([
  [
    `${COMPAT}/api/v1/collections`,
    ['seriesId', ({ seriesId }) => ({ name: 'A new one', ordered: false, seriesIds: [seriesId] })],
  ],
  [
    `${COMPAT}/api/v1/readlists`,
    ['bookId', ({ bookId }) => ({ name: 'A new one', summary: '', ordered: false, bookIds: [bookId] })],
  ],
]);

/** Other requests with `POST` of the dialects, and why what is hidden has no part in them. */
const APART = new Map<string, string>([
  [`${COMPAT}/api/logout`, 'It ends the session'],
  [`${COMPAT}/api/v1/claim`, 'It makes the first account'],
  [`${COMPAT}/api/v1/libraries`, 'It makes something new'],
  [`${COMPAT}/api/v1/filesystem`, 'Only who administers the server may ask, and sees all'],
  [`${COMPAT}/api/v1/books/import`, 'It is always refused'],
  [`${COMPAT}/api/v1/transient-books`, 'It is always refused'],
  [`${COMPAT}/api/v2/users`, 'It is about accounts'],
  [`${COMPAT}/api/v2/users/me/api-keys`, 'It is about the account that asks'],
]);
/** They take a picture: the same use cases are asked by the contract. */
const COVERS = /\/thumbnails$/;

/** Requests with `POST` that are neither asked nor apart: there must be none. */
export function listUnasked(): string[] {
  return ROUTES.filter(
    ({ method, pattern, takesId }) =>
      method === 'POST' && ![SEARCHES, NEW_LISTS, APART].some((known) => known.has(pattern)) && !takesId,
  ).flatMap(({ pattern }) => (COVERS.test(pattern) ? [] : [pattern]));
}

function findName(pattern: string): Name {
  return OWNERS.find(([part]) => pattern.includes(`${part}{`))?.[1] ?? 'credited';
}

function fillIn(pattern: string, named: Named): string {
  return pattern
    .replace(/\{(?:id|bookId|seriesId)\}/, encodeURIComponent(named[findName(pattern)]))
    .replace('{page}', '1')
    .replace(/\{\w+\*?\}/g, OTHER);
}

function readingAsk({ pattern, query, isPublic, takesWords }: Route, named: Named, words: string): DialectAsk[] {
  const same = { method: 'GET', pattern, changes: false, isPublic } as const;
  if (/\/logout$|\/actuator\//.test(pattern)) return [];
  if (pattern.includes('{')) return [{ ...same, path: fillIn(pattern, named), names: findName(pattern) }];
  const asked = takesWords ? `${pattern}?${query}&q=${words}&search=${words}` : pattern;
  return [{ ...same, path: asked, names: undefined }];
}

function postedAsks({ pattern, query, isPublic, takesId }: Route, named: Named, words: string): DialectAsk[] {
  const same = { method: 'POST', pattern, path: fillIn(pattern, named), isPublic } as const;
  const conditions = SEARCHES.get(pattern);
  if (conditions !== undefined) {
    const found = { ...same, path: `${pattern}?${query}`, changes: false };
    return [
      { ...found, body: {}, names: undefined },
      { ...found, body: { fullTextSearch: words }, names: undefined },
      ...Object.entries(conditions).map(([name, condition]) => ({
        ...{ ...found, body: { condition: condition(named) }, names: name as Name },
      })),
    ];
  }
  const list = NEW_LISTS.get(pattern);
  if (list !== undefined) return [{ ...same, names: list[0], body: list[1](named), changes: true }];
  return takesId ? [{ ...same, names: findName(pattern), changes: true }] : [];
}

/**
 * Every reading request of the dialects that is about these things, every list, and every request with `POST` that names them.
 * @param words what searches ask for
 */
export function dialectAsks(named: Named, words: string): DialectAsk[] {
  return ROUTES.flatMap((route) => {
    if (route.method === 'GET') return readingAsk(route, named, words);
    return route.method === 'POST' ? postedAsks(route, named, words) : [];
  });
}

/** Sends one. */
export async function askDialect(
  client: { readonly fetch: (path: string, init?: RequestInit) => Promise<Response> },
  { method, path, body }: Pick<DialectAsk, 'method' | 'path' | 'body'>,
): Promise<string> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { ...UNPACKED, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const answer = await client.fetch(path, { method, headers, ...sent });
  return `${String(answer.status)} ${Buffer.from(await answer.arrayBuffer()).toString('latin1')}`;
}
