import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { type AddressGuard, createAddressGuard, guardedLookup, type Resolver } from './guarded-lookup.ts';
import { checkedUrl, checkHost } from './check-url.ts';
import { FetchFailure, toFetchFailure } from './fetch-failure.ts';
import { say } from '#words/say.ts';

/** A message to another server. */
export interface OutgoingMessage {
  /** http or https, without credentials. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal?: AbortSignal | undefined;
}

/** Posts messages to addresses of users; trusts neither address nor answer. */
export interface MessageSender {
  /**
   * Follows no redirect: the message would reach a place that its user did not choose.
   * @throws {FetchFailure} any failure; also a status other than 2xx
   * @throws {unknown} the reason of the signal
   */
  readonly post: (message: OutgoingMessage) => Promise<void>;
}

/** Limits and identity of a sender. */
export interface SenderOptions {
  /** Networks allowed beside the public Internet. */
  readonly networks: readonly string[];
  readonly userAgent: string;
  /** From the first byte sent to the end of the answer. */
  readonly timeoutMs?: number;
  readonly resolve?: Resolver;
}

const TIMEOUT_MS = 15_000;
/** More of an answer is not read. */
const MAX_ANSWER = 2_048;

async function send(url: URL, { headers, body }: OutgoingMessage, options: RequestOptions): Promise<IncomingMessage> {
  // Loaded on first use: Node's two clients take ten megabytes.
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body);
    const all = { ...headers, 'content-length': String(bytes.length) };
    const sent: ClientRequest = request(url, { ...options, method: 'POST', headers: all, agent: false }, resolve);
    sent.on('error', reject);
    sent.end(bytes);
  });
}

/**
 * Lets a short answer end, and cuts a long one. Its content does not matter, and neither does a broken end: the server has
 * taken the message.
 */
async function finishAnswer(response: IncomingMessage): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size >= MAX_ANSWER) break;
    }
  } catch {
    // The status was good.
  }
  response.destroy();
}

function describeStatus(status: number, location: string | undefined): string {
  if (status >= 300 && status < 400) {
    const host = URL.parse(location ?? '')?.host;
    return host === undefined
      ? say('The server redirects, and messages follow no redirect. Enter the final address')
      : say('The server redirects to {host}, and messages follow no redirect. Enter the final address', { host });
  }
  return say('The server answered with status {status}', { status: String(status) });
}

async function postOnce(message: OutgoingMessage, guard: AddressGuard, options: RequestOptions): Promise<void> {
  const url = checkedUrl(message.url);
  checkHost(url, guard);
  const response = await send(url, message, options);
  const { statusCode: status = 0, headers } = response;
  if (status < 200 || status >= 300) {
    response.destroy();
    throw new FetchFailure('status', describeStatus(status, headers.location), { status });
  }
  await finishAnswer(response);
}

/** A sender; it keeps no connections. */
export function createMessageSender(options: SenderOptions): MessageSender {
  const { networks, userAgent, timeoutMs = TIMEOUT_MS, resolve } = options;
  const guard = createAddressGuard(networks);
  const lookup = guardedLookup(guard, resolve);
  return {
    post: async (message) => {
      const late = AbortSignal.timeout(timeoutMs);
      const signal = message.signal === undefined ? late : AbortSignal.any([message.signal, late]);
      const headers = { 'user-agent': userAgent, ...message.headers };
      try {
        await postOnce({ ...message, headers }, guard, { signal, lookup });
      } catch (error) {
        message.signal?.throwIfAborted();
        throw toFetchFailure(error, late.aborted, timeoutMs);
      }
    },
  };
}
