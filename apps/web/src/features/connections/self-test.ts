import { plural, t } from '@lingui/core/macro';
import type { ConnectionCheck, ConnectionFinding } from '@lectern/contract';
import { ApiError, buildAddress, fetchSignedIn, request } from '#lib/api.ts';
import { serverAddress } from '#lib/base-path.ts';

/** Result of one check, by the server or the browser. */
export interface Finding {
  readonly level: ConnectionFinding['level'];
  readonly message: string;
  readonly advice: string;
}

/** Time limit for the first bytes of a stream. */
const STREAM_MS = 6_000;
/** Requested byte range of the sample file. */
const PART = { from: 100, to: 199 } as const;
const TAG = '"connection-sample"';

function queryFor(clientTime: string) {
  return { address: serverAddress(), clientTime, sentAuthorization: 'true' } as const;
}

/** Findings of the server about the proxy in front of it. An invented scheme shows whether the header arrives. */
async function checkByServer(signal: AbortSignal): Promise<readonly Finding[]> {
  const { findings } = await request('checkConnection', {
    query: queryFor(new Date().toISOString()),
    headers: { authorization: 'Probe 1' },
    signal,
  });
  return findings;
}

/** Whether the stream delivers data at once. */
async function firstBytes(response: Response, signal: AbortSignal): Promise<boolean> {
  const reader = response.body?.getReader();
  if (reader === undefined) return false;
  const late = new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, STREAM_MS, false);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
  try {
    return await Promise.race([reader.read().then(({ done }) => !done), late]);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Whether a proxy buffers live updates. */
export async function checkStream(signal: AbortSignal): Promise<Finding> {
  const stop = new AbortController();
  // A buffering proxy delivers not even the headers.
  const timer = setTimeout(() => stop.abort(), STREAM_MS);
  try {
    const response = await fetchSignedIn(buildAddress('streamEvents'), {
      headers: { accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, stop.signal]),
    });
    if (response.ok && (await firstBytes(response, signal))) {
      return { level: 'good', message: t`Live updates arrive at once`, advice: '' };
    }
  } catch (error) {
    if (signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
  return {
    level: 'problem',
    message: t`Live updates do not arrive`,
    advice: t`A reverse proxy holds responses back: switch off its buffering for /api/v1/events`,
  };
}

async function getSample(headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> {
  return fetchSignedIn(buildAddress('getConnectionSample'), { headers, signal, cache: 'no-store' });
}

async function isPartRight(signal: AbortSignal): Promise<boolean> {
  const response = await getSample({ range: `bytes=${String(PART.from)}-${String(PART.to)}` }, signal);
  const { byteLength } = await response.arrayBuffer();
  return response.status === 206 && byteLength === PART.to - PART.from + 1;
}

async function isTagRight(signal: AbortSignal): Promise<boolean> {
  const whole = await getSample({}, signal);
  await whole.arrayBuffer();
  const again = await getSample({ 'if-none-match': TAG }, signal);
  await again.arrayBuffer();
  return whole.headers.get('etag') === TAG && again.status === 304;
}

/** Whether a proxy keeps ranges and ETags, which downloads need to resume. */
export async function checkFiles(signal: AbortSignal): Promise<Finding> {
  const [part, tag] = await Promise.all([isPartRight(signal), isTagRight(signal)]);
  if (part && tag) return { level: 'good', message: t`Interrupted downloads can resume`, advice: '' };
  const message = part
    ? t`Unchanged files are downloaded again`
    : t`Interrupted downloads start over, and some apps fail`;
  const advice = part
    ? t`A reverse proxy changes the ETag header: have it pass responses on unchanged, without compressing them`
    : t`A reverse proxy changes partial responses (Range, status 206): have it pass them on unchanged`;
  return { level: 'notice', message, advice };
}

/** All checks that work with the current session. */
export async function checkWay(signal: AbortSignal): Promise<readonly Finding[]> {
  const [found, stream, files] = await Promise.all([checkByServer(signal), checkStream(signal), checkFiles(signal)]);
  return [...found, stream, files];
}

function basic(name: string, password: string): string {
  const bytes = new TextEncoder().encode(`${name}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

async function messageIn(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { readonly message?: unknown } | null;
  const status = String(response.status);
  return typeof body?.message === 'string' ? body.message : t`The server answered with status ${status}`;
}

const KEY = /^svc_[a-z0-9]{8}_[A-Za-z0-9]{32,128}$/;

/**
 * Signs in with an API key only, as a client does.
 * @throws {ApiError} when the request fails
 */
export async function checkKey(name: string, key: string, signal: AbortSignal): Promise<Finding> {
  if (!KEY.test(key.trim())) {
    const message = t`This key is not complete: a key starts with svc_ and has more than 40 characters`;
    return { level: 'problem', message, advice: t`Copy it again, or create a new one` };
  }
  const query = { address: serverAddress(), sentAuthorization: true };
  const response = await fetch(buildAddress('checkConnection', {}, query), {
    headers: { authorization: basic(name, key.trim()) },
    credentials: 'omit',
    signal,
  }).catch(() => {
    throw new ApiError(0, 'Network', t`The server does not answer`);
  });
  if (!response.ok) {
    const reason = await messageIn(response);
    return {
      level: 'problem',
      message: t`The key is refused: ${reason}`,
      advice: t`Copy it again, or create a new one`,
    };
  }
  const { findings } = (await response.json()) as ConnectionCheck;
  const permissions = findings.find(({ topic }) => topic === 'permissions');
  return permissions ?? { level: 'good', message: t`The key works`, advice: '' };
}

export function summarise(findings: readonly Finding[]): string {
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length;
  const [problems, notices] = [count('problem'), count('notice')];
  if (problems + notices === 0) return t`No problems found. Apps should be able to connect.`;
  const parts = [
    ...(problems === 0
      ? []
      : [plural(problems, { one: '# problem keeps apps from working', other: '# problems keep apps from working' })]),
    ...(notices === 0 ? [] : [plural(notices, { one: '# note', other: '# notes' })]),
  ];
  return parts.join(' · ');
}
