import { buildAddress, api, type Endpoint, type RouteName, routes } from '@lectern/contract';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Well formed, and of nothing. */
const NOTHING = '0192f0c1-0000-7000-8000-000000000000';

/** Ids that requests name, by the name of their field. */
export type KnownIds = Readonly<Record<string, string>>;

/** A request for a route, as it is sent. */
export interface Ask {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Maker {
  readonly root: JsonSchema;
  readonly ids: KnownIds;
}

/** Levels of a recursive shape that are tried. */
const MAX_DEPTH = 5;

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}

function follow(schema: JsonSchema, { root }: Maker): JsonSchema {
  const name = schema.$ref;
  if (name === undefined) return schema;
  const target = name === '#' ? root : root.$defs?.[name.replace('#/$defs/', '')];
  return isSchema(target) ? target : {};
}

function listOptions(schema: JsonSchema): readonly JsonSchema[] {
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].filter(isSchema);
}

function listProperties(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    isSchema(part) ? [[name, part] as const] : [],
  );
}

function textFor(schema: JsonSchema): string {
  switch (schema.format) {
    case 'uuid':
    case 'guid':
      return NOTHING;
    case 'email':
      return 'somebody@example.org';
    case 'date-time':
      return '2030-01-01T00:00:00.000Z';
    default:
      return 'x'.repeat(schema.minLength ?? 1);
  }
}

function objectFor(schema: JsonSchema, maker: Maker, depth: number): Record<string, unknown> {
  const needed = listProperties(schema).filter(([name]) => schema.required?.includes(name) === true);
  return Object.fromEntries(
    needed.map(([name, part]) => [name, maker.ids[name] ?? valueFor(part, maker, depth + 1)] as const),
  );
}

function plainFor(schema: JsonSchema): unknown {
  switch (schema.type) {
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textFor(schema);
  }
}

/** The smallest value that a shape takes, as far as its JSON Schema tells. */
function valueFor(given: JsonSchema, maker: Maker, depth = 0): unknown {
  const schema = follow(given, maker);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (depth > MAX_DEPTH) return schema.type === 'object' ? {} : null;
  const option = listOptions(schema).find(({ type }) => type !== 'null');
  if (option !== undefined) return valueFor(option, maker, depth + 1);
  return schema.type === 'object' ? objectFor(schema, maker, depth) : plainFor(schema);
}

/** What holds a text, and where in it. */
interface Place {
  readonly schema: JsonSchema;
  readonly text: string;
  readonly maker: Maker;
  readonly depth: number;
}

function* objectsWith({ schema, text, maker, depth }: Place): Generator {
  const rest = objectFor(schema, maker, depth);
  for (const [name, part] of listProperties(schema)) {
    for (const value of valuesWith({ schema: part, text, maker, depth: depth + 1 })) yield { ...rest, [name]: value };
  }
  const others = schema.additionalProperties;
  if (isSchema(others)) yield { ...rest, ...Object.fromEntries([[text, valueFor(others, maker, depth + 1)]]) };
}

function* listsWith({ schema: { items }, depth, ...place }: Place): Generator {
  if (!isSchema(items) || Array.isArray(items)) return;
  for (const value of valuesWith({ ...place, schema: items, depth: depth + 1 })) yield [value];
}

/** Values of a shape that hold `text` in one place each: every place where it may be tried. */
function* valuesWith(place: Place): Generator {
  const schema = follow(place.schema, place.maker);
  if (place.depth > MAX_DEPTH || schema.const !== undefined || schema.enum !== undefined) return;
  const options = listOptions(schema);
  for (const option of options) yield* valuesWith({ ...place, schema: option, depth: place.depth + 1 });
  if (schema.type === 'object') yield* objectsWith({ ...place, schema });
  else if (schema.type === 'array') yield* listsWith({ ...place, schema });
  else if (schema.type === 'string' || (schema.type === undefined && options.length === 0)) yield place.text;
}

const written = new WeakMap<z.ZodType, JsonSchema>();

function chooseMaker(shape: z.ZodType, ids: KnownIds): Maker {
  const root = written.get(shape) ?? z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  written.set(shape, root);
  return { root, ids };
}

/** What the `{id}` behind a word of a path is called elsewhere. */
const OWNERS: Readonly<Record<string, string>> = {
  books: 'bookId',
  series: 'seriesId',
  libraries: 'libraryId',
  users: 'userId',
};

/** What the id in a path is of, where it is called nothing but that. */
function idsFor(name: RouteName, ids: KnownIds): KnownIds {
  const [method, path] = routes[name];
  // Whatever is deleted is deleted for the requests that follow.
  if (method === 'DELETE') return {};
  const [, owner = ''] = /\/(\w+)\/\{id\}/.exec(path) ?? [];
  const id = ids[OWNERS[owner] ?? ''];
  return id === undefined ? ids : { ...ids, id };
}

function asTexts(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, String(part)]));
}

const PARTS = ['params', 'query', 'body'] as const;

/** Places of one route that one text is tried in; where there are more, texts of other lengths are tried in others. */
const MAX_PLACES = 12;

/** Requests for a route that hold `text` in one place each, in its path, query or body; the rest of each is well formed. */
export function asksWith(name: RouteName, text: string, known: KnownIds = {}): readonly Ask[] {
  const endpoint: Endpoint = api[name];
  const ids = idsFor(name, known);
  const makers = PARTS.flatMap((part) => {
    const shape = endpoint[part];
    return shape === undefined ? [] : [{ part, maker: chooseMaker(shape, ids) }];
  });
  const rest = Object.fromEntries(makers.map(({ part, maker }) => [part, valueFor(maker.root, maker)]));
  const all = makers.flatMap(({ part, maker }) =>
    [...valuesWith({ schema: maker.root, text, maker, depth: 0 })].map((value) => {
      const whole = { ...rest, [part]: value };
      return { params: asTexts(whole['params']), query: asTexts(whole['query']), body: whole['body'] };
    }),
  );
  const step = Math.ceil(all.length / MAX_PLACES);
  return all.filter((_, index) => (index + text.length) % step === 0);
}

/** A request for a route that asks for nothing in particular. */
export function plainAsk(name: RouteName, known: KnownIds = {}): Ask {
  const endpoint: Endpoint = api[name];
  const ids = idsFor(name, known);
  const [params, query, body] = PARTS.map((part) => {
    const shape = endpoint[part];
    if (shape === undefined) return undefined;
    const maker = chooseMaker(shape, ids);
    return valueFor(maker.root, maker);
  });
  return { params: asTexts(params), query: asTexts(query), body };
}

/** Sends a request, whatever comes of it. */
export async function send(
  server: { readonly url: string },
  name: RouteName,
  { params, query, body }: Ask,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return fetch(buildAddress(server.url, name, params, query), {
    method: routes[name][0],
    headers: { ...type, ...headers },
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** All routes of the contract. */
export const ROUTE_NAMES = Object.keys(routes) as readonly RouteName[];

/** Does `work` for all, a few at a time. */
export async function runEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const takeTurns = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, takeTurns));
}

/** A parameter for every place of an address, well formed, of which there is nothing. */
export const NO_PARAMS = new Proxy<Record<string, string | number>>(
  { pageNumber: 1, path: 'x', key: 'custom.nothing' },
  { get: (own, name) => own[String(name)] ?? '0192f0c1-0000-7000-8000-000000000000' },
);
