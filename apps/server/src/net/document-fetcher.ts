import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { LookupFunction } from 'node:net';
import { type AddressGuard, createAddressGuard, guardedLookup, type Resolver } from './guarded-lookup.ts';
import { checkedUrl, checkHost, redirectTarget } from './check-url.ts';
import { FetchFailure, readRetryAfter, toFetchFailure } from './fetch-failure.ts';
import { readBody } from './read-body.ts';
import { say } from '#words/say.ts';

/** A request for a document. */
export interface DocumentRequest {
  /** http or https, without credentials. */
  readonly url: string;
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  /** Header value; never sent to another origin than that of `url`. */
  readonly authorization?: string | undefined;
  readonly signal?: AbortSignal;
}

/** A downloaded document, or the news that it is unchanged. */
export type FetchedDocument =
  | { readonly isUnchanged: true }
  | {
      readonly isUnchanged: false;
      readonly bytes: Buffer;
      readonly etag: string | null;
      readonly lastModified: string | null;
    };

/** Downloads documents from addresses of users; trusts neither address nor content. */
export interface DocumentFetcher {
  /**
   * @throws {FetchFailure} any failure
   * @throws {unknown} the reason of the signal
   */
  readonly fetch: (wanted: DocumentRequest) => Promise<FetchedDocument>;
}

/** Limits and identity of a fetcher. */
export interface FetcherOptions {
  /** Networks allowed beside the public Internet. */
  readonly networks: readonly string[];
  readonly userAgent: string;
  /** From the first byte sent to the last one received, redirects included. */
  readonly timeoutMs?: number;
  /** Bytes of one document, compressed and decompressed alike. */
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
const UNCHANGED = 304;
const MAX_VALIDATOR = 500;

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

/** Loaded on first use: Node's two clients take ten megabytes. */
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

async function readAnswer(response: IncomingMessage, maxBytes: number): Promise<FetchedDocument> {
  const { statusCode: status = 0, headers } = response;
  if (status === UNCHANGED) {
    response.destroy();
    return { isUnchanged: true };
  }
  if (status !== 200) {
    response.destroy();
    const retryAfterMs = readRetryAfter(headers['retry-after'], Date.now());
    throw new FetchFailure('status', say('The server answered with status {status}', { status: String(status) }), {
      status,
      retryAfterMs,
    });
  }
  const bytes = await readBody(response, maxBytes);
  const [etag, lastModified] = [validator(headers.etag), validator(headers['last-modified'])];
  return { isUnchanged: false, bytes, etag, lastModified };
}

async function follow(wanted: DocumentRequest, tools: Tools, signal: AbortSignal): Promise<FetchedDocument> {
  const first = checkedUrl(wanted.url);
  const seen = new Set<string>();
  for (let url = first; seen.size <= MAX_REDIRECTS; ) {
    checkHost(url, tools.guard);
    if (seen.has(url.href)) throw new FetchFailure('status', say('The server redirects in a circle'));
    seen.add(url.href);
    const headers = headersFor(wanted, url.origin === first.origin, tools.userAgent);
    const response = await ask(url, { headers, signal, lookup: tools.lookup });
    const target = redirectTarget(response, url);
    if (target === undefined) return readAnswer(response, tools.maxBytes);
    url = target;
  }
  throw new FetchFailure(
    'status',
    say('The server redirects more than {max, plural, one {# time} other {# times}}', { max: MAX_REDIRECTS }),
  );
}

/** A fetcher; it keeps no connections. */
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
        throw toFetchFailure(error, late.aborted, timeoutMs);
      }
    },
  };
}
