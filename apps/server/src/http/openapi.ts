import {
  api,
  API_VERSION,
  type Endpoint,
  ERROR_STATUS,
  ErrorBody,
  type ErrorKind,
  type RouteName,
  routes,
} from '@lectern/contract';
import { z } from 'zod';
import { opds1Routes } from './opds1/index.ts';
import { opds2Routes } from './opds2/index.ts';
import type { DialectRoute } from './requests/dialect-route.ts';
import { createSchemaWriter, type SchemaWriter } from './schema-writer.ts';

type Json = Readonly<Record<string, unknown>>;

const DESCRIPTION = `A self-hosted server for comics, manga and ebooks.

Fields and query parameters are accepted in camelCase and in snake_case. Every failure has the body
\`{error, message, details}\`; bad input is always 400. Sign in with a session token (\`Authorization: Bearer\`), an API key
(\`X-API-Key\`), HTTP Basic, or the cookie that signing in sets. HEAD is answered wherever GET is. Answers carry
\`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`.`;

/** Error kinds of an endpoint: those of its row, and those that every endpoint may answer. */
function errorKinds(endpoint: Endpoint, method: string): readonly ErrorKind[] {
  const { permission, errors = [], params, query, body, inParts, tokens } = endpoint;
  const checksInput = params !== undefined || query !== undefined || body !== undefined;
  const kinds: ErrorKind[] = [
    ...(checksInput ? (['BadRequest'] as const) : []),
    ...(permission === 'public' ? [] : (['Unauthorized'] as const)),
    ...(permission === 'public' || permission === 'user' ? [] : (['Forbidden'] as const)),
    ...(body === undefined ? [] : (['PayloadTooLarge', 'UnsupportedMediaType'] as const)),
    ...(inParts === true ? (['PreconditionFailed', 'RangeNotSatisfiable'] as const) : []),
    ...(tokens === 0 ? [] : (['rate_limit_exceeded'] as const)),
    ...errors,
    'InternalServerError',
    'ServiceUnavailable',
    ...(method === 'GET' ? [] : (['InsufficientStorage'] as const)),
  ];
  return [...new Set(kinds)].sort((left, right) => ERROR_STATUS[left] - ERROR_STATUS[right]);
}

/** Headers for a part of a file. */
const PART_HEADERS: readonly Json[] = [
  {
    name: 'Range',
    in: 'header',
    required: false,
    description:
      'A part: `bytes=0-1023`, `bytes=1024-` or `bytes=-1024`. Several with gaps between them give the whole.',
    schema: { type: 'string' },
  },
  {
    name: 'If-Range',
    in: 'header',
    required: false,
    description: 'The ETag, or the Last-Modified, of the parts already there: if it is another now, the whole comes.',
    schema: { type: 'string' },
  },
];

function describeParameters({ params, query, inParts, camelCaseOnly = [] }: Endpoint, schemas: SchemaWriter): Json[] {
  const write = (place: 'path' | 'query', shape: z.ZodObject | undefined): Json[] =>
    Object.entries<z.ZodType>(shape?.shape ?? {}).map(([name, schema]) => {
      const { description, ...rest } = schemas.write(schema, 'input');
      const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const alias =
        place === 'query' && snake !== name && !camelCaseOnly.includes(name) ? `Also \`${snake}\`.` : undefined;
      const text = [description, alias].filter((part) => part !== undefined).join(' ');
      const required = place === 'path' || !schema.safeParse(undefined).success;
      return { name, in: place, required, ...(text === '' ? {} : { description: text }), schema: rest };
    });
  return [...write('path', params), ...write('query', query), ...(inParts === true ? PART_HEADERS : [])];
}

function jsonAnswer({ response = z.unknown(), otherResponse }: Endpoint, schemas: SchemaWriter): Json {
  const usual = schemas.write(response, 'output');
  return otherResponse === undefined ? usual : { anyOf: [usual, schemas.write(otherResponse, 'output')] };
}

function successContent(endpoint: Endpoint, schemas: SchemaWriter): Json | undefined {
  switch (endpoint.answer) {
    case 'json':
      return {
        'application/json': { schema: jsonAnswer(endpoint, schemas) },
        ...Object.fromEntries((endpoint.otherTypes ?? []).map((type) => [type, { schema: { type: 'string' } }])),
      };
    case 'bytes':
      return { '*/*': { schema: { type: 'string', format: 'binary' } } };
    case 'events':
      return { 'text/event-stream': { schema: { type: 'string' } } };
    case 'none':
      return undefined;
  }
}

function describeResponses(endpoint: Endpoint, method: string, schemas: SchemaWriter): Json {
  const content = successContent(endpoint, schemas);
  const status = String(endpoint.status ?? 200);
  const cached = method === 'GET' && (endpoint.answer === 'json' || endpoint.answer === 'bytes');
  const empty = endpoint.mayBeEmpty === true && status !== '204';
  const failures = errorKinds(endpoint, method).map((kind): [string, Json] => [
    String(ERROR_STATUS[kind]),
    { $ref: `#/components/responses/${kind}` },
  ]);
  return {
    [status]: { description: status === '204' ? 'Done' : 'Success', ...(content === undefined ? {} : { content }) },
    ...(empty ? { 204: { description: 'There is none' } } : {}),
    ...Object.fromEntries(
      Object.entries(endpoint.otherStatuses ?? {}).map(([other, words]) => [other, { description: words, content }]),
    ),
    ...(endpoint.inParts === true ? { 206: { description: 'The part asked for', content } } : {}),
    ...(cached ? { 304: { description: 'Unchanged since the ETag sent in If-None-Match' } } : {}),
    ...Object.fromEntries(failures.filter(([failure]) => endpoint.otherStatuses?.[Number(failure)] === undefined)),
  };
}

function describeSecurity({ permission }: Endpoint): Json[] {
  return permission === 'public' ? [] : [{ apiKey: [] }, { bearer: [] }, { basic: [] }, { cookie: [] }];
}

function describeBody({ body, bodyOptional, upload }: Endpoint, schemas: SchemaWriter): Json {
  if (upload !== undefined) {
    const file = { type: 'string', format: 'binary' };
    const form = { type: 'object', properties: { [upload.fields[0]]: file }, required: [upload.fields[0]] };
    const content = { [upload.accept]: { schema: file }, 'multipart/form-data': { schema: form } };
    return { requestBody: { required: true, content } };
  }
  if (body === undefined) return {};
  const content = { 'application/json': { schema: schemas.write(body, 'input') } };
  return { requestBody: { required: bodyOptional !== true, content } };
}

function describeOperation(name: RouteName, method: string, schemas: SchemaWriter): Json {
  const endpoint: Endpoint = api[name];
  const { permission } = endpoint;
  const parameters = describeParameters(endpoint, schemas);
  return {
    operationId: name,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(Array.isArray(permission) ? { description: `Needs ${permission.join(' or ')}.` } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...describeBody(endpoint, schemas),
    responses: describeResponses(endpoint, method, schemas),
    security: describeSecurity(endpoint),
  };
}

/** A dialect in the description. */
interface Dialect {
  readonly tag: string;
  /** Prefix of its operation names. */
  readonly prefix: string;
  readonly routes: readonly DialectRoute[];
}

const DIALECTS: readonly Dialect[] = [
  { tag: 'OPDS 1.2', prefix: 'opds1', routes: opds1Routes },
  { tag: 'OPDS 2.0', prefix: 'opds2', routes: opds2Routes },
];

/** `/opds/v2/books/{id}/pages/{page}` of `GET` becomes `opds2GetBooksIdPagesPage`. */
function dialectOperationId({ prefix }: Dialect, { method, path }: DialectRoute): string {
  const words = [method.toLowerCase(), ...path.replace(/^\/opds(?=\/v)/, '').split(/[^A-Za-z0-9]+/)];
  return prefix + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function dialectOperation(dialect: Dialect, route: DialectRoute, schemas: SchemaWriter): Json {
  const { method, endpoint } = route;
  const { answerTypes = ['*/*'], mayBeEmpty = false } = endpoint;
  const entry: Endpoint = { ...endpoint, tag: dialect.tag, summary: '', answer: 'none' };
  const { permission, body, params } = entry;
  const parameters = describeParameters(entry, schemas);
  const content = Object.fromEntries(answerTypes.map((type) => [type, { schema: { type: 'string' } }]));
  const kinds = errorKinds(
    {
      ...entry,
      errors: [
        ...(params !== undefined ? ['NotFound' as const] : []),
        ...(body !== undefined ? ['Conflict' as const] : []),
      ],
    },
    method,
  );
  return {
    operationId: dialectOperationId(dialect, route),
    tags: [dialect.tag],
    ...(Array.isArray(permission) ? { description: `Needs ${permission.join(' or ')}.` } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...describeBody(entry, schemas),
    responses: {
      ...(answerTypes.length > 0 ? { 200: { description: 'Success', content } } : {}),
      ...(answerTypes.length === 0 || mayBeEmpty
        ? { 204: { description: mayBeEmpty ? 'There is none' : 'Done' } }
        : {}),
      ...(method === 'GET' ? { 304: { description: 'Unchanged since the ETag sent in If-None-Match' } } : {}),
      ...Object.fromEntries(
        kinds.map((kind) => [String(ERROR_STATUS[kind]), { $ref: `#/components/responses/${kind}` }]),
      ),
    },
    security: describeSecurity(entry),
  };
}

function describePaths(schemas: SchemaWriter): Json {
  const paths = new Map<string, Record<string, Json>>();
  for (const name of Object.keys(routes) as RouteName[]) {
    const [method, path] = routes[name];
    const place = path.replace('*}', '}');
    paths.set(place, { ...paths.get(place), [method.toLowerCase()]: describeOperation(name, method, schemas) });
  }
  for (const dialect of DIALECTS) {
    for (const route of dialect.routes) {
      const operation = dialectOperation(dialect, route, schemas);
      const place = route.path.replace('*}', '}');
      paths.set(place, { ...paths.get(place), [route.method.toLowerCase()]: operation });
    }
  }
  return Object.fromEntries(paths);
}

/** The OpenAPI 3.1 document of the contract and the OPDS dialects. */
export function describeApi(): Json {
  const schemas = createSchemaWriter();
  const paths = describePaths(schemas);
  const errorBody = schemas.write(ErrorBody, 'output');
  const responses = Object.entries(ERROR_STATUS).map(([kind, status]) => [
    kind,
    { description: `${String(status)} ${kind}`, content: { 'application/json': { schema: errorBody } } },
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern',
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set([...Object.values(api), ...DIALECTS].map(({ tag }) => tag))].map((name) => ({ name })),
    security: [{ apiKey: [] }],
    paths,
    components: {
      schemas: schemas.components(),
      responses: Object.fromEntries(responses) as Json,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer', description: 'Session token or API key' },
        basic: { type: 'http', scheme: 'basic' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'lectern_session' },
      },
    },
  };
}
