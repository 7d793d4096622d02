import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { createAddressList } from './address-list.ts';
import { checkedUrl, checkHost } from './check-url.ts';
import { toFetchFailure } from './fetch-failure.ts';
import { type AddressGuard, createAddressGuard, guardedLookup, type Resolver } from './guarded-lookup.ts';
import { readBody } from './read-body.ts';

/** The part of the Fetch API that libraries use here. */
export type GuardedFetch = (
  url: string,
  options: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>> | Headers;
    readonly body?: unknown;
    readonly signal?: AbortSignal | null | undefined;
  },
) => Promise<Response>;

/** Limits and identity of a fetch. */
export interface GuardedFetchOptions {
  /** Networks allowed beside the public Internet. Plain http reaches nothing else. */
  readonly networks: readonly string[];
  readonly userAgent: string;
  /** From the first byte sent to the last one received. */
  readonly timeoutMs?: number;
  /** Bytes of one answer, compressed and decompressed alike. */
  readonly maxBytes?: number;
  readonly resolve?: Resolver;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_048_576;
/** Statuses whose answers have no body (Fetch standard, section 2.2.3). */
const BODILESS = [204, 205, 304];

async function send(url: URL, body: Buffer | undefined, options: RequestOptions): Promise<IncomingMessage> {
  // Loaded on first use: Node's two clients take ten megabytes.
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request(url, { ...options, agent: false }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

function toBytes(body: unknown): Buffer | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof URLSearchParams) return Buffer.from(body.toString());
  if (body instanceof Uint8Array) return Buffer.from(body);
  throw new TypeError('Expected a body of text or bytes');
}

function toHeaders({ headers }: IncomingMessage): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // The body is unpacked already.
    if (value === undefined || /^(content-encoding|content-length|transfer-encoding|set-cookie)$/.test(name)) continue;
    all.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return all;
}

async function toResponse(answer: IncomingMessage, maxBytes: number): Promise<Response> {
  const { statusCode: status = 502 } = answer;
  const bytes = await readBody(answer, maxBytes);
  return new Response(BODILESS.includes(status) ? null : new Uint8Array(bytes), { status, headers: toHeaders(answer) });
}

/**
 * A fetch that reaches public addresses by https, and the listed networks by http too. It follows no redirect and keeps no
 * connections. It rejects with `FetchFailure`.
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { networks, userAgent, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, resolve } = options;
  const listed = createAddressList(networks);
  const open = createAddressGuard(networks);
  const own: AddressGuard = { allows: (address) => listed.has(address) };
  return async (address, { method, headers, body, signal: given }) => {
    const late = AbortSignal.timeout(timeoutMs);
    const signal = given === undefined || given === null ? late : AbortSignal.any([given, late]);
    const bytes = toBytes(body);
    try {
      const url = checkedUrl(address);
      const guard = url.protocol === 'https:' ? open : own;
      checkHost(url, guard);
      const all = {
        ...Object.fromEntries(new Headers(headers)),
        'user-agent': userAgent,
        'accept-encoding': 'gzip, deflate, br',
        ...(bytes === undefined ? {} : { 'content-length': String(bytes.length) }),
      };
      const lookup = guardedLookup(guard, resolve);
      return await toResponse(await send(url, bytes, { method, headers: all, signal, lookup }), maxBytes);
    } catch (error) {
      given?.throwIfAborted();
      throw toFetchFailure(error, late.aborted, timeoutMs);
    }
  };
}
