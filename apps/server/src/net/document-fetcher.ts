import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { FetchFailure, readBody, readRetryAfter } from './read-body.ts';
import {
  type AddressGuard,
  createAddressGuard,
  ForbiddenAddress,
  guardedLookup,
  type Resolver,
} from './guarded-lookup.ts';

/** What is asked for. */
export interface DocumentRequest {
  /** http or https, without a name or password in it. */
  readonly url: string;
  /** What an earlier answer called its content. */
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  /** Value of the header; never sent to another origin than that of `url`. */
  readonly authorization?: string | undefined;
  readonly signal?: AbortSignal;
}

/** What came of it. */
export type FetchedDocument =
  | { readonly isUnchanged: true }
  | {
      readonly isUnchanged: false;
      readonly bytes: Buffer;
      readonly etag: string | null;
      readonly lastModified: string | null;
    };

/** Gets documents from addresses that people wrote down, and trusts neither the addresses nor what is there. */
export interface DocumentFetcher {
  /** @throws {FetchFailure} whatever is wrong; when the signal is aborted, its reason */
  readonly fetch: (wanted: DocumentRequest) => Promise<FetchedDocument>;
}

/** What an operator and tests say. */
export interface FetcherOptions {
  /** Networks beside the public Internet that may be asked. */
  readonly networks: readonly string[];
  readonly userAgent: string;
  /** From the first byte sent to the last received, redirects included. */
  readonly timeoutMs?: number;
  /** Bytes of one document, packed and unpacked alike. */
  readonly maxBytes?: number;
  readonly resolve?: Resolver;
}

interface Tools {
  readonly guard: AddressGuard;
  readonly lookup: LookupFunction;
  readonly userAgent: string;
  readonly maxBytes: number;
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const UNCHANGED = 304;
/** Of what a server calls its content; a longer one is not remembered. */
const MAX_VALIDATOR = 500;

function checkedUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new FetchFailure('refused', `"${text}" is no address`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchFailure('refused', `${url.protocol} addresses are not asked, only http and https`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchFailure('refused', 'The address has a name or password in it');
  }
  return url;
}

/** A host that is an address is never looked up, so it is checked here. */
function checkHost({ hostname }: URL, guard: AddressGuard): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0 || guard.allows(address)) return;
  throw new FetchFailure('refused', `${address} is not a public address; releases.private_networks can allow it`);
}

function headersFor(wanted: DocumentRequest, isSameOrigin: boolean, userAgent: string): Record<string, string> {
  const { etag, lastModified, authorization } = wanted;
  return {
    'user-agent': userAgent,
    accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1',
    'accept-encoding': 'gzip, deflate, br',
    ...(typeof etag === 'string' ? { 'if-none-match': etag } : {}),
    ...(typeof lastModified === 'string' ? { 'if-modified-since': lastModified } : {}),
    ...(authorization === undefined || !isSameOrigin ? {} : { authorization }),
  };
}

type Send = (url: URL, options: RequestOptions, answered: (response: IncomingMessage) => void) => ClientRequest;

/** Loaded when something is asked for: Node loads a second client with this one, together ten megabytes. */
async function loadClient({ protocol }: URL): Promise<Send> {
  return (await (protocol === 'https:' ? import('node:https') : import('node:http'))).request;
}

async function ask(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const send = await loadClient(url);
  return new Promise((resolve, reject) => {
    send(url, { ...options, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
}

function validator(value: string | undefined): string | null {
  return value === undefined || value === '' || value.length > MAX_VALIDATOR ? null : value;
}

async function answerOf(response: IncomingMessage, maxBytes: number): Promise<FetchedDocument> {
  const { statusCode: status = 0, headers } = response;
  if (status === UNCHANGED) {
    response.destroy();
    return { isUnchanged: true };
  }
  if (status !== 200) {
    response.destroy();
    const retryAfterMs = readRetryAfter(headers['retry-after'], Date.now());
    throw new FetchFailure('status', `The server answered with status ${status}`, { status, retryAfterMs });
  }
  const bytes = await readBody(response, maxBytes);
  const [etag, lastModified] = [validator(headers.etag), validator(headers['last-modified'])];
  return { isUnchanged: false, bytes, etag, lastModified };
}

/** Where a redirect leads; never from https to http. */
function redirectTarget(response: IncomingMessage, from: URL): URL | undefined {
  const { statusCode = 0, headers } = response;
  if (!REDIRECTS.includes(statusCode)) return undefined;
  response.destroy();
  if (headers.location === undefined) throw new FetchFailure('status', 'The server redirects to nowhere');
  const target = checkedUrl(headers.location, from);
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw new FetchFailure('refused', 'The server redirects from https to http');
  }
  return target;
}

async function follow(wanted: DocumentRequest, tools: Tools, signal: AbortSignal): Promise<FetchedDocument> {
  const first = checkedUrl(wanted.url);
  const seen = new Set<string>();
  for (let url = first; seen.size <= MAX_REDIRECTS; ) {
    checkHost(url, tools.guard);
    if (seen.has(url.href)) throw new FetchFailure('status', 'The server redirects in a circle');
    seen.add(url.href);
    const headers = headersFor(wanted, url.origin === first.origin, tools.userAgent);
    const response = await ask(url, { headers, signal, lookup: tools.lookup });
    const target = redirectTarget(response, url);
    if (target === undefined) return answerOf(response, tools.maxBytes);
    url = target;
  }
  throw new FetchFailure('status', `The server redirects more than ${MAX_REDIRECTS} times`);
}

/** System codes in words. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection ended early',
  ETIMEDOUT: 'no answer',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  EPIPE: 'the connection ended early',
};

function toFailure(error: unknown, isLate: boolean, timeoutMs: number): unknown {
  if (error instanceof FetchFailure) return error;
  if (isLate) return new FetchFailure('timeout', `The server took longer than ${timeoutMs / 1000} seconds`);
  if (error instanceof ForbiddenAddress) {
    return new FetchFailure('refused', `${error.message}; releases.private_networks can allow it`, { cause: error });
  }
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const why = REASONS[code] ?? (code === '' ? error.message : code);
  return new FetchFailure('unreachable', `The server cannot be reached: ${why}`, { cause: error });
}

/** A fetcher; nothing is kept open between two documents. */
export function createDocumentFetcher(options: FetcherOptions): DocumentFetcher {
  const { networks, userAgent, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, resolve } = options;
  const guard = createAddressGuard(networks);
  const tools: Tools = { guard, lookup: guardedLookup(guard, resolve), userAgent, maxBytes };
  return {
    fetch: async (wanted) => {
      const late = AbortSignal.timeout(timeoutMs);
      const signal = wanted.signal === undefined ? late : AbortSignal.any([wanted.signal, late]);
      try {
        return await follow(wanted, tools, signal);
      } catch (error) {
        wanted.signal?.throwIfAborted();
        throw toFailure(error, late.aborted, timeoutMs);
      }
    },
  };
}
