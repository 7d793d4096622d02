import type { FastifyRequest } from 'fastify';
import type { CoverSubject } from '#core/people/cover-pass.ts';
import { getPathPrefix } from '../reach/path-prefix.ts';

/** The address of the server, seen from the client. */
export interface Origin {
  /** `https://books.example`, without a slash at the end; only the path for an unknown host name. */
  readonly site: string;
  /** Prefix of the paths: empty, or `/api/v1`. */
  readonly mount: string;
}

/**
 * The address of this server for links: the configured one, else that of the request if its host name is known, with the path
 * below which the client reaches it.
 * @param publicUrl the configured address, which no header of a client overrides
 * @returns without a slash at the end; only the path for an unknown host name
 */
export function getSite(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  const { server, protocol } = request;
  const prefix = getPathPrefix(request);
  return server.namesKnownHost(request) ? `${protocol}://${server.hostOf(request)}${prefix}` : prefix;
}

/** The base of absolute links. Reader apps resolve relative links in different ways. */
export function getOrigin(request: FastifyRequest, publicUrl: string | undefined): Origin {
  const mount = request.routeOptions.url?.startsWith('/api/v1/') === true ? '/api/v1' : '';
  return { site: getSite(request, publicUrl), mount };
}

/** Text that needs no encoding. */
const PLAIN = /^[\w.~-]*$/;

/** Percent-encodes a part of a path, with more characters than `encodeURIComponent`, for the parsers of reader apps. */
export function encodePart(text: string): string {
  if (PLAIN.test(text)) return text;
  const escape = (character: string): string =>
    `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, escape);
}

/** `?a=1&b=2`, or nothing. */
function encodeQuery(query: Readonly<Record<string, string | number | undefined>>): string {
  let text = '';
  for (const name of Object.keys(query)) {
    const value = query[name];
    if (value === undefined || value === '') continue;
    text += `${text === '' ? '?' : '&'}${encodePart(name)}=${encodePart(String(value))}`;
  }
  return text;
}

export interface CoverAddress extends CoverSubject {
  readonly name: 'cover' | 'thumbnail';
  /** Changes with the picture; null when unknown. */
  readonly version: string | null;
}

/** The addresses in the feeds of one dialect. */
export interface Addresses {
  /** Of a feed. */
  readonly feed: (path: string, query?: Readonly<Record<string, string | number | undefined>>) => string;
  /** Of a cover, with a pass where the app needs one. */
  readonly cover: (cover: CoverAddress) => string;
  /** Of another path below the dialect's root. */
  readonly below: (path: string) => string;
  /** Of the main API, without its `/api/v1`. */
  readonly api: (path: string) => string;
  /** Of the server itself. */
  readonly site: (path: string) => string;
}

/**
 * Builds addresses for links.
 * @param root of the dialect, such as `/opds/v1.2`
 * @param start path of the root feed below the root
 * @param passOf makes passes of covers, for apps that fetch them without credentials
 */
export function buildAddresses(
  { site, mount }: Origin,
  root: string,
  start: string,
  makePass?: (subject: CoverSubject) => string,
): Addresses {
  const base = `${site}${mount}${root}/`;
  const below = (path: string): string => `${base}${path}`;
  return {
    feed: (path, query = {}) => `${below(path === '' ? start : path)}${encodeQuery(query)}`,
    cover: ({ of, id, name, version }) => {
      const path = `${base}${of}/${id}/${name}`;
      // A page has fifty covers, and few apps need passes, so the usual case is short.
      if (makePass !== undefined) return path + encodeQuery({ v: version ?? undefined, pass: makePass({ of, id }) });
      return version === null || version === '' ? path : `${path}?v=${encodePart(version)}`;
    },
    below,
    api: (path) => `${site}/api/v1${path}`,
    site: (path) => `${site}${path}`,
  };
}
