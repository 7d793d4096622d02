import { api, buildAddress, type Endpoint, type RouteName, routes } from '@lectern/contract';
import { bare, UNPACKED, withProbe } from './ask-probes.ts';
import type { Client } from './client.ts';
import { COMPAT } from './compat.ts';
import { dialectAsks } from './dialect-asks.ts';
import { NOT_THERE } from './leak-scene.ts';
import type { Subject } from './probe.ts';

/** In every name of the catalog that a test fills: one word for each series. */
const TOKEN = /Tale[a-z]end/g;
/** What a search for any of them asks. */
const COMMON = 'Tale';

/** A request that may tell of the catalog. */
export interface Door {
  readonly path: string;
  readonly body?: object | undefined;
  /** Sessions that are borrowed do not open it. */
  readonly isForApps: boolean;
}

/** A status and a text, or the marks of a picture. */
interface Said {
  readonly status: number;
  readonly text: string;
}

/** Asks at a door. */
export async function askAt(client: Pick<Client, 'fetch'>, { path, body }: Door): Promise<Said> {
  const headers = { ...UNPACKED, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await client.fetch(path, init);
  return { status: answer.status, text: Buffer.from(await answer.arrayBuffer()).toString('latin1') };
}

/** The series that a text names. */
export function readTokens(text: string): string[] {
  return [...new Set(text.match(TOKEN) ?? [])].toSorted();
}

const door = (path: string, body?: object): Door => ({ path, body, isForApps: path.startsWith(COMPAT) });

/** Questions that a route wants beside its address. */
const QUERIES: Readonly<Partial<Record<RouteName, Readonly<Record<string, string>>>>> = {
  search: { q: COMMON, limit: '50' },
  listReleases: { state: 'all', pageSize: '50' },
  getReleaseFacets: { state: 'all' },
};

/** Lists that are asked with a body. */
function postedLists(): Door[] {
  const query = { pageSize: '50' };
  const named = { condition: { name: { operator: 'contains', value: COMMON } } };
  const whole = { condition: { allOf: [] } };
  return (
    [
      ['listFilteredSeries', named],
      ['listFilteredBooks', whole],
      ['listSeriesGroups', whole],
      ['listBookGroups', whole],
      ['searchSeries', { query: COMMON }],
    ] as const
  ).map(([name, body]) => door(buildAddress('', name, {}, query), body));
}

/** They measure the way to the server. */
const APART = /^(?:checkConnection|getConnectionSample)$/;

/** Every request for what the viewer may see that names nothing: lists, counts and feeds of all dialects. */
export function listDoors(): Door[] {
  const names = (Object.keys(routes) as RouteName[]).filter((name) => {
    const { answer }: Endpoint = api[name];
    return routes[name][0] === 'GET' && !routes[name][1].includes('{') && answer !== 'events' && !APART.test(name);
  });
  const dialects = dialectAsks(NOT_THERE, COMMON).filter(({ names: one, changes }) => one === undefined && !changes);
  return [
    ...names.map((name) => door(buildAddress('', name, {}, QUERIES[name] ?? { pageSize: '50' }))),
    ...dialects.map(({ path, body }) => door(path, body)),
    ...postedLists(),
  ];
}

/** What nothing is; the ids differ, so that it is plain what an address names. */
export const NO_SERIES = {
  seriesId: '0192f0c1-0000-7000-8000-0000000000a1',
  bookId: '0192f0c1-0000-7000-8000-0000000000a2',
};

/** A series and its only book, with the lists that hold all series. */
type Named = Pick<Subject, 'seriesId' | 'bookId'>;

/** Every request that reads something of one series or of its book. */
export function itemDoors(named: Named): Door[] {
  const subject = { ...NOT_THERE, textId: named.bookId, brokenId: named.bookId, ...named };
  const asks = withProbe('about').flatMap(([name, { about }]) =>
    routes[name][0] !== 'GET' ? [] : about(subject).map(({ params, query }) => buildAddress('', name, params, query)),
  );
  const own = asks.filter((path) => path.includes(named.seriesId) || path.includes(named.bookId));
  return [
    ...own.map((path) => door(path)),
    ...dialectAsks({ ...NOT_THERE, ...named }, '').flatMap(({ path, body, names, changes }) =>
      !changes && (names === 'seriesId' || names === 'bookId') ? [door(path, body)] : [],
    ),
  ];
}

/** What an answer says whatever it is about. */
export function plainly({ status, text }: Said): string {
  return `${String(status)} ${bare(text)}`;
}
