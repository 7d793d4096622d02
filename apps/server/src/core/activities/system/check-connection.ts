import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { ConnectionCheck, ConnectionFinding, ServerDoors } from '@lectern/contract';
import type { FileAnswer } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import { getServerInfo, type ServerInfoContext } from './get-server-info.ts';
import { mark, say } from '#words/say.ts';

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
      say('This address only works on the computer of the server'),
      isClosed
        ? say(
            'The server listens on {address}, which other devices cannot reach. Set server.host to 0.0.0.0, or use a reverse proxy',
            {
              address: listensOn,
            },
          )
        : say('Use the name or IP address of this computer in your network'),
    );
  }
  if (reach === 'network') {
    return notice(
      'reach',
      say('This address only works in your own network'),
      say('Away from home, devices need a VPN or a public address'),
    );
  }
  return good('reach', say('Other devices can use this address'));
}

function checkEncryption({ protocol, hostname }: URL): ConnectionFinding {
  if (protocol === 'https:') return good('encryption', say('The connection is encrypted'));
  if (deriveReach(hostname) === 'here')
    return good('encryption', say('On the computer of the server, encryption is not needed'));
  return notice(
    'encryption',
    say('The connection is not encrypted'),
    say(
      'Some apps on iPhone and iPad refuse such an address or show no covers. Use https, for example with a reverse proxy',
    ),
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
      say('You use {address}, but the server expects the path {path}', {
        address: asked.origin + path,
        path: prefix === '' ? '/' : prefix,
      }),
      path === ''
        ? say('Remove server.base_path from the configuration, or let a trusted proxy send X-Forwarded-Prefix')
        : say('Set server.base_path to {path}, or let a trusted proxy send X-Forwarded-Prefix', { path }),
    );
  }
  if (URL.canParse(arrived) && new URL(arrived).origin === asked.origin) {
    if (publicUrl !== null || isKnownHost) return good('address', say('The server knows the address that you use'));
    return problem(
      'address',
      say(
        'The server does not know the name {name}. Links in catalogs leave it out, which some apps do not understand',
        {
          name: asked.hostname,
        },
      ),
      say('Set server.public_url to {address}, or add the name to server.allowed_hosts', { address: asked.origin }),
    );
  }
  const values = { address: asked.origin, seen: arrived };
  // A configured public address makes the links right anyway.
  if (publicUrl !== null && new URL(publicUrl).origin === asked.origin) {
    return good(
      'address',
      say('You use {address} and the server sees {seen}, but its public address is right', values),
    );
  }
  return problem(
    'address',
    say('You use {address}, but the server sees {seen}. Links in catalogs would be wrong', values),
    isForwarded
      ? say('Add the reverse proxy to server.trusted_proxies, or set server.public_url to {address}', values)
      : say(
          'Let the reverse proxy send Host and X-Forwarded-Proto and add it to server.trusted_proxies, or set server.public_url to {address}',
          values,
        ),
  );
}

function checkPublicUrl(asked: URL, publicUrl: string | null): ConnectionFinding | undefined {
  if (publicUrl === null) return undefined;
  const told = new URL(publicUrl);
  if (deriveReach(told.hostname) === 'here' && deriveReach(asked.hostname) !== 'here') {
    return problem(
      'public_address',
      say('All links use the public address {address}, which only works on the computer of the server', {
        address: publicUrl,
      }),
      say('Set server.public_url to {address}, or remove it', { address: asked.origin }),
    );
  }
  if (told.origin === asked.origin) return good('public_address', say('You use the public address of the server'));
  return notice(
    'public_address',
    say('Links in catalogs and mails use {address}, but you use {used}', { address: told.origin, used: asked.origin }),
    say('This is fine if devices can reach both. If not, change server.public_url'),
  );
}

function checkSignIn({ sentAuthorization }: ClientSide, { hasAuthorization }: Arrival): ConnectionFinding | undefined {
  if (!sentAuthorization) return undefined;
  if (hasAuthorization) return good('sign_in', say('The sign-in of apps reaches the server'));
  return problem(
    'sign_in',
    say('The sign-in of apps does not reach the server'),
    say(
      'A reverse proxy removes the header Authorization. Let it pass the header on, and do not let it ask for a password',
    ),
  );
}

const NEEDED = {
  BooksRead: mark('find books'),
  PagesRead: mark('read pages'),
  ProgressRead: mark('load progress'),
  ProgressWrite: mark('save progress'),
} as const;

function checkPermissions({ permissions, apiKey }: Viewer): ConnectionFinding {
  const missing = Object.entries(NEEDED).flatMap(([permission, deed]) =>
    [...permissions].some((one) => one === permission) ? [] : [say(deed)],
  );
  const values = { deeds: missing.join(', '), name: apiKey?.name ?? '' };
  if (missing.length === 0) {
    return good(
      'permissions',
      apiKey === undefined
        ? say('Your account has all permissions that apps need')
        : say('The API key “{name}” has all permissions that apps need', values),
    );
  }
  return apiKey === undefined
    ? notice(
        'permissions',
        say('Your account does not have all permissions that apps need: {deeds}', values),
        say('An admin can allow this'),
      )
    : notice(
        'permissions',
        say('The API key “{name}” does not have all permissions that apps need: {deeds}', values),
        say('Change the API key, or create another one'),
      );
}

/** A larger difference of clocks is reported … */
const SKEW_NOTICE_MS = 60_000;
/** … and a larger one spoils the order of reading positions. */
const SKEW_PROBLEM_MS = 300_000;

function checkClock(clientTime: string | undefined, now: number): ConnectionFinding | undefined {
  if (clientTime === undefined) return undefined;
  const skew = Math.abs(Date.parse(clientTime) - now);
  if (skew < SKEW_NOTICE_MS) return good('clock', say('Your clock and the clock of the server agree'));
  const minutes = Math.round(skew / 60_000);
  const message = say(
    'Your clock and the clock of the server are {minutes, plural, one {# minute} other {# minutes}} apart',
    { minutes },
  );
  const tell = skew < SKEW_PROBLEM_MS ? notice : problem;
  return tell(
    'clock',
    message,
    say('Set both clocks automatically. Apps need the right time to find your latest progress'),
  );
}

const DOOR_NAMES: Readonly<Record<keyof ServerDoors, string>> = {
  opds: mark('Catalogs for reader apps (OPDS)'),
  opds2: mark('Catalogs for reader apps (OPDS 2)'),
  koreader: mark('KOReader progress'),
  compatApi: mark('Apps for Komga servers'),
};

function checkDoors(doors: ServerDoors): ConnectionFinding {
  const names = Object.entries(DOOR_NAMES) as readonly (readonly [keyof ServerDoors, string])[];
  const off = names.filter(([door]) => doors[door] === null).map(([, name]) => say(name));
  if (off.length === 0) return good('doors', say('Everything that apps can connect to is switched on'));
  const advice = say('An admin can switch it on in the settings');
  return notice('doors', say('Switched off: {names}', { names: off.join(', ') }), advice);
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
