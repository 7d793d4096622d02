import type { z } from 'zod';
import type { Upload } from './endpoint.ts';
import type { Api } from './endpoints/index.ts';
import type { RouteName } from './routes.ts';
import { firstScreenRoutes } from './routes/first-screen.ts';
import { knownRoutes, type Route } from './routes/route.ts';

Object.assign(knownRoutes, firstScreenRoutes);

type Part<Key extends string, Name extends RouteName> = Api[Name] extends {
  readonly [K in Key]: infer Schema extends z.ZodType;
}
  ? { readonly [K in Key]: z.input<Schema> }
  : unknown;

type Query<Name extends RouteName> = Api[Name] extends { readonly query: infer Schema extends z.ZodType }
  ? { readonly query?: z.input<Schema> }
  : unknown;

type Body<Name extends RouteName> = Api[Name] extends { readonly bodyOptional: true }
  ? Partial<Part<'body', Name>>
  : Part<'body', Name>;

/** A file with its media type. */
type SentFile<Name extends RouteName> = Api[Name] extends { readonly upload: Upload }
  ? { readonly file: Blob }
  : unknown;

/** Input of an endpoint: its params, query and body or file. */
export type CallInput<Name extends RouteName> = Part<'params', Name> &
  Query<Name> &
  Body<Name> &
  SentFile<Name> & {
    readonly signal?: AbortSignal;
    readonly headers?: Readonly<Record<string, string>>;
  };

/** Result of an endpoint; undefined for 204. */
export type CallResult<Name extends RouteName> = Api[Name] extends { readonly response: infer Schema extends z.ZodType }
  ? Api[Name] extends { readonly mayBeEmpty: true }
    ? z.output<Schema> | undefined
    : z.output<Schema>
  : undefined;

/** An error response, or a failed connection (`status` 0, kind `Network`). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly kind: string;
  readonly details: unknown;

  constructor(status: number, kind: string, message: string, details: unknown = null) {
    super(message);
    this.status = status;
    this.kind = kind;
    this.details = details;
  }
}

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Makes every route known. A browser does this after its first screen.
 * @throws {ApiError} with status 0 when the file does not arrive
 */
export async function loadRoutes(): Promise<void> {
  await import('./routes.ts').catch(() => {
    throw new ApiError(0, 'Network', 'The server does not answer');
  });
}

function getRoute(name: RouteName): Route {
  const route = knownRoutes[name];
  if (route === undefined) throw new Error(`The route ${name} is not loaded yet`);
  return route;
}

/**
 * Address of an endpoint with its parameters; also for `<img src>` and EventSource.
 * @throws {Error} for a route that the first screen does not need, before `loadRoutes`
 */
export function buildAddress(base: string, name: RouteName, params: Values = {}, query: Values = {}): string {
  return fillAddress(base, getRoute(name), params, query);
}

function fillAddress(base: string, [, template]: Route, params: Values = {}, query: Values = {}): string {
  const path = template.replace(/\{(\w+)(\*?)\}/g, (_, key: string, rest: string) => {
    const value = String(params[key]);
    return rest === '' ? encodeURIComponent(value) : value.split('/').map(encodeURIComponent).join('/');
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(key, String(value));
  }
  const text = search.toString();
  return base + path + (text === '' ? '' : `?${text}`);
}

/** Input of a call whose endpoint is not known to the compiler. */
export interface RawInput {
  readonly params?: Values;
  readonly query?: Values;
  readonly body?: unknown;
  readonly file?: Blob;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser finishes small requests when the page closes; all together may have 64 KiB in flight. */
const MOST_KEPT_ALIVE = 4_096;

/** Body and headers of a request: JSON, a file, or nothing. */
function buildBody({
  body,
  file,
  headers,
}: RawInput): Pick<RequestInit, 'body' | 'headers'> & { readonly length: number } {
  const accept = { accept: 'application/json' };
  if (file !== undefined) {
    return { body: file, length: file.size, headers: { ...accept, 'content-type': file.type, ...headers } };
  }
  if (body === undefined) return { length: 0, headers: { ...accept, ...headers } };
  const text = JSON.stringify(body);
  return { body: text, length: text.length, headers: { ...accept, 'content-type': 'application/json', ...headers } };
}

async function send(address: string, method: string, input: RawInput): Promise<Response> {
  const { length, ...request } = buildBody(input);
  const keepalive = method !== 'GET' && length <= MOST_KEPT_ALIVE;
  try {
    return await fetch(address, {
      method,
      keepalive,
      ...request,
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    });
  } catch (error) {
    if (input.signal?.aborted === true) throw error;
    throw new ApiError(0, 'Network', 'The server does not answer');
  }
}

async function readError(response: Response): Promise<ApiError> {
  try {
    const body = (await response.json()) as { error?: unknown; message?: unknown; details?: unknown };
    return new ApiError(response.status, String(body.error), String(body.message), body.details);
  } catch {
    return new ApiError(response.status, 'Unknown', `The server answered ${String(response.status)}`);
  }
}

/**
 * Calls an endpoint with fetch. For binary and event endpoints, use their address.
 * @param base server address without trailing slash; empty on a page of the server
 * @throws {ApiError} for an error response, or none
 */
export async function call<Name extends RouteName>(
  base: string,
  name: Name,
  input: CallInput<Name>,
): Promise<CallResult<Name>>;
export async function call(base: string, name: RouteName, input: RawInput): Promise<unknown> {
  if (!(name in knownRoutes)) await loadRoutes();
  return await callRoute(base, getRoute(name), input);
}

/**
 * The same with a route that the caller brings.
 * @throws {ApiError} for an error response, or none
 */
export async function callRoute(base: string, route: Route, input: RawInput): Promise<unknown> {
  const response = await send(fillAddress(base, route, input.params, input.query), route[0], input);
  if (!response.ok) throw await readError(response);
  return response.status === 204 ? undefined : await response.json();
}
