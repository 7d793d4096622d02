import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { ConnectionCheck, ConnectionFinding, ServerDoors } from '@lectern/contract';
import type { FileAnswer } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import { getServerInfo, type ServerInfoContext } from './get-server-info.ts';

const LENGTH = 65_536;

/** Incompressible bytes, the same in every process. */
function makeSample(): Buffer {
  const blocks = Array.from({ length: LENGTH / 32 }, (_, index) => createHash('sha256').update(String(index)).digest());
  return Buffer.concat(blocks);
}

let sample: Buffer | undefined;

/** A small file with which a client checks whether ETags and ranges arrive unchanged. */
export function connectionSample(): FileAnswer {
  sample ??= makeSample();
  const bytes = sample;
  return {
    kind: 'file',
    contentType: 'application/octet-stream',
    etag: 'connection-sample',
    length: LENGTH,
    parts: { length: LENGTH, open: async ({ start, end }) => ({ body: bytes.subarray(start, end) }) },
    open: async () => ({ body: bytes }),
  };
}

/** How a request reached the server. */
export interface Arrival {
  /** As seen through trusted proxies. */
  readonly scheme: string;
  readonly host: string;
  /** Path below which the client reaches the server: `/lectern`, or empty. */
  readonly prefix: string;
  readonly hasAuthorization: boolean;
  /** Whether a proxy header is present. */
  readonly isForwarded: boolean;
  /** Whether the host is a known name of this server. */
  readonly isKnownHost: boolean;
  /** Whether a client on this machine called it directly, without a proxy. */
  readonly isFromHere: boolean;
}

interface ClientSide {
  readonly address: string;
  readonly clientTime?: string | undefined;
  readonly sentAuthorization: boolean;
}

type Topic = ConnectionFinding['topic'];

function good(topic: Topic, message: string): ConnectionFinding {
  return { topic, level: 'good', message, advice: '' };
}

function notice(topic: Topic, message: string, advice: string): ConnectionFinding {
  return { topic, level: 'notice', message, advice };
}

function problem(topic: Topic, message: string, advice: string): ConnectionFinding {
  return { topic, level: 'problem', message, advice };
}

const HERE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|::1)$/;
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;
const PRIVATE_6 = /^\[f[cde]/;
const LOCAL_NAME = /\.(local|lan|home|internal|home\.arpa)$/;

/** From where a host is reachable. */
function deriveReach(hostname: string): 'here' | 'network' | 'anywhere' {
  if (HERE.test(hostname)) return 'here';
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[');
  const isLocalName = isName && (!hostname.includes('.') || LOCAL_NAME.test(hostname));
  const isPrivate = !isName && (PRIVATE.test(hostname) || PRIVATE_6.test(hostname));
  return isLocalName || isPrivate ? 'network' : 'anywhere';
}

function checkReach({ hostname }: URL, listensOn: string): ConnectionFinding {
  const reach = deriveReach(hostname);
  if (reach === 'here') {
    const isClosed = deriveReach(listensOn.includes(':') ? `[${listensOn}]` : listensOn) === 'here';
    return problem(
      'reach',
      'This address works on the machine of the server only',
      isClosed
        ? `The server listens on ${listensOn}, for itself alone: configure it to listen on every network of the machine, or put a reverse proxy before it`
        : 'Use the name or the number that this machine has in your network',
    );
  }
  if (reach === 'network') {
    return notice(
      'reach',
      'This address works in your own network only',
      'Away from home, devices need a VPN or an address on the internet',
    );
  }
  return good('reach', 'Other devices can have this address');
}

function checkEncryption({ protocol, hostname }: URL): ConnectionFinding {
  if (protocol === 'https:') return good('encryption', 'The connection is encrypted');
  if (deriveReach(hostname) === 'here') return good('encryption', 'On the machine itself nothing has to be encrypted');
  return notice(
    'encryption',
    'The connection is not encrypted',
    'Some apps on iPhone and iPad refuse such an address or show no covers. Put a reverse proxy with https before the server',
  );
}

/** Compares the client's address with the one that the server builds links from. */
function checkAddress(asked: URL, arrival: Arrival, publicUrl: string | null): ConnectionFinding {
  const { scheme, host, isForwarded, isKnownHost, prefix } = arrival;
  const arrived = `${scheme}://${host}`;
  const path = asked.pathname.replace(/\/+$/, '');
  if (path !== prefix) {
    return problem(
      'address',
      `You use ${asked.origin}${path}, the server believes that its path is ${prefix === '' ? '/' : prefix}`,
      `Configure ${path === '' ? 'no path' : path} as the path of the server (server.base_path), or have a trusted proxy send X-Forwarded-Prefix`,
    );
  }
  if (URL.canParse(arrived) && new URL(arrived).origin === asked.origin) {
    if (publicUrl !== null || isKnownHost) return good('address', 'The server knows the address that you use');
    return problem(
      'address',
      `The server does not know the name ${asked.hostname}: links in catalogs leave it out, which some apps do not understand`,
      `Configure ${asked.origin} as the public address of the server (server.public_url), or allow the name (server.allowed_hosts)`,
    );
  }
  const difference = `You use ${asked.origin}, the server sees ${arrived}`;
  // A configured public address makes the links right anyway.
  if (publicUrl !== null && new URL(publicUrl).origin === asked.origin)
    return good('address', `${difference}, and is told`);
  const how = isForwarded
    ? 'Configure the server to trust its address, so that it believes what the proxy says'
    : 'Have it pass on Host and X-Forwarded-Proto, and configure the server to trust its address';
  return problem(
    'address',
    `${difference}: the links in catalogs would be wrong`,
    `A reverse proxy lies between. ${how}; or configure ${asked.origin} as the public address of the server`,
  );
}

function checkPublicUrl(asked: URL, publicUrl: string | null): ConnectionFinding | undefined {
  if (publicUrl === null) return undefined;
  const told = new URL(publicUrl);
  if (deriveReach(told.hostname) === 'here' && deriveReach(asked.hostname) !== 'here') {
    return problem(
      'public_address',
      `The configured address ${publicUrl} works on the machine of the server only, and all links name it`,
      `Configure ${asked.origin} as the public address of the server, or none`,
    );
  }
  if (told.origin === asked.origin) return good('public_address', 'The configured address is the one that you use');
  return notice(
    'public_address',
    `Links in catalogs and mails name ${told.origin}, and you use ${asked.origin}`,
    'That is right where devices can reach both; otherwise configure another public address',
  );
}

function checkSignIn({ sentAuthorization }: ClientSide, { hasAuthorization }: Arrival): ConnectionFinding | undefined {
  if (!sentAuthorization) return undefined;
  if (hasAuthorization) return good('sign_in', 'What apps sign in with reaches the server');
  return problem(
    'sign_in',
    'What apps sign in with does not reach the server',
    'A reverse proxy takes the header Authorization out: have it pass it on, and ask for no password of its own',
  );
}

const NEEDED = {
  BooksRead: 'find books',
  PagesRead: 'read page by page',
  ProgressRead: 'know your place',
  ProgressWrite: 'keep your place',
} as const;

function checkPermissions({ permissions, apiKey }: Viewer): ConnectionFinding {
  const who = apiKey === undefined ? 'Your account' : `The key “${apiKey.name}”`;
  const missing = Object.entries(NEEDED).flatMap(([permission, deed]) =>
    [...permissions].some((one) => one === permission) ? [] : [deed],
  );
  if (missing.length === 0) return good('permissions', `${who} may do what apps need`);
  return notice(
    'permissions',
    `${who} does not let an app ${missing.join(', ')}`,
    apiKey === undefined ? 'An administrator of the server can allow it' : 'Change the key, or make another one',
  );
}

/** A larger difference of clocks is reported … */
const SKEW_NOTICE_MS = 60_000;
/** … and a larger one spoils the order of reading positions. */
const SKEW_PROBLEM_MS = 300_000;

function checkClock(clientTime: string | undefined, now: number): ConnectionFinding | undefined {
  if (clientTime === undefined) return undefined;
  const skew = Math.abs(Date.parse(clientTime) - now);
  if (skew < SKEW_NOTICE_MS) return good('clock', 'Your clock and that of the server agree');
  const minutes = Math.round(skew / 60_000);
  const message = `Your clock and that of the server are ${String(minutes)} ${minutes === 1 ? 'minute' : 'minutes'} apart`;
  const tell = skew < SKEW_PROBLEM_MS ? notice : problem;
  return tell('clock', message, 'Let both set their time by the network: what was read last is told by it');
}

const DOOR_NAMES: Readonly<Record<keyof ServerDoors, string>> = {
  opds: 'Catalogs for reading apps (OPDS)',
  opds2: 'Catalogs for reading apps (OPDS 2)',
  koreader: 'KOReader progress',
  compatApi: 'Apps for Komga servers',
};

function checkDoors(doors: ServerDoors): ConnectionFinding {
  const names = Object.entries(DOOR_NAMES) as readonly (readonly [keyof ServerDoors, string])[];
  const off = names.filter(([door]) => doors[door] === null).map(([, name]) => name);
  if (off.length === 0) return good('doors', 'Everything that apps connect to is switched on');
  const advice = 'An administrator finds the switches in the settings of the server';
  return notice('doors', `Switched off: ${off.join(', ')}`, advice);
}

/**
 * Checks how a request reached the server, and reports what other apps would fail on.
 * @param viewer with the permissions of the sent credential
 */
export function checkConnection(
  ctx: ServerInfoContext,
  viewer: Viewer,
  side: ClientSide,
  arrival: Arrival,
): ConnectionCheck {
  const { publicUrl, doors } = getServerInfo(ctx);
  const asked = new URL(side.address);
  const now = Date.now();
  const findings = [
    checkReach(asked, ctx.config.server.host),
    checkEncryption(asked),
    checkAddress(asked, arrival, publicUrl),
    checkPublicUrl(asked, publicUrl),
    checkSignIn(side, arrival),
    checkPermissions(viewer),
    checkClock(side.clientTime, now),
    checkDoors(doors),
  ];
  return {
    serverTime: new Date(now).toISOString(),
    findings: findings.filter((finding) => finding !== undefined),
  };
}
