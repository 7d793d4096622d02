import type { FastifyRequest } from 'fastify';
import type { CoverSubject } from '#core/people/cover-pass.ts';

/** Where a request found the server, seen from the client. */
export interface Origin {
  /** `https://books.example`, without a slash at the end; empty where the request names a host that may be a stranger's. */
  readonly site: string;
  /** What stands before the paths of this server: empty, or `/api/v1`. */
  readonly mount: string;
}

/**
 * Where this server is, for links: as configured, else as the request says it, if that name is known to be this server's.
 * @param publicUrl the configured address of the server, which nothing that a client says replaces
 * @returns without a slash at the end; empty where the name may be a stranger's
 */
export function siteOf(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  const { server, protocol } = request;
  return server.namesKnownHost(request) ? `${protocol}://${server.hostOf(request)}` : '';
}

/**
 * Readers resolve links against all sorts of things, so every link is absolute, as far as the server's name is known.
 * @param publicUrl the configured address of the server, which nothing that a client says replaces
 */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): Origin {
  const mount = request.routeOptions.url?.startsWith('/api/v1/') === true ? '/api/v1' : '';
  return { site: siteOf(request, publicUrl), mount };
}

/** What stays as it is in every part of an address. */
const PLAIN = /^[\w.~-]*$/;

/** Percent-encodes a part of a path: nothing that a reader's own parser stumbles over is left. */
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

/** Which cover an address is of. */
export interface CoverAddress extends CoverSubject {
  readonly name: 'cover' | 'thumbnail';
  /** Changes with the picture; null when it is not known. */
  readonly version: string | null;
}

/** The addresses that feeds of one dialect name. */
export interface Addresses {
  /** Of a place of the catalog. */
  readonly feed: (path: string, query?: Readonly<Record<string, string | number | undefined>>) => string;
  /** Of a cover, such that the app that is answered can fetch it. */
  readonly cover: (cover: CoverAddress) => string;
  /** Of anything else below the dialect's root. */
  readonly below: (path: string) => string;
  /** Of something of the main API, given without its `/api/v1`. */
  readonly api: (path: string) => string;
  /** Of something of the server itself. */
  readonly site: (path: string) => string;
}

/**
 * Addresses as links need them.
 * @param root of the dialect, such as `/opds/v1.2`
 * @param start what the root feed itself is called below it
 * @param passOf makes what an address of a cover needs where it is fetched without signing in
 */
export function addressesOf(
  { site, mount }: Origin,
  root: string,
  start: string,
  passOf?: (subject: CoverSubject) => string,
): Addresses {
  const base = `${site}${mount}${root}/`;
  const below = (path: string): string => `${base}${path}`;
  return {
    feed: (path, query = {}) => `${below(path === '' ? start : path)}${encodeQuery(query)}`,
    cover: ({ of, id, name, version }) => {
      const path = `${base}${of}/${id}/${name}`;
      // Fifty times a page: without a pass, which few apps need, there is little to put together.
      if (passOf !== undefined) return path + encodeQuery({ v: version ?? undefined, pass: passOf({ of, id }) });
      return version === null || version === '' ? path : `${path}?v=${encodePart(version)}`;
    },
    below,
    api: (path) => `${site}/api/v1${path}`,
    site: (path) => `${site}${path}`,
  };
}
