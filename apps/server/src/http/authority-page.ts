import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { correction, generate } from 'lean-qr';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getPathPrefix } from './reach/path-prefix.ts';
import type { Authority } from '#tls/authority.ts';

/** Address of the page. */
const AUTHORITY_PATH = '/certificate';
const FILE_PATH = `${AUTHORITY_PATH}/lectern.crt`;

const QUIET = 4;

const STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#faf8f4, #161512); --ink: light-dark(#211f1a, #ece8df); --line: light-dark(#d9d3c5, #3a372f); --green: light-dark(#17614a, #7fcfae); }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 42rem; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; }
h1 { line-height: 1.2; } h2 { margin-top: 2rem; }
a.button { display: inline-block; padding: .75rem 1.25rem; border-radius: .5rem; background: var(--green); color: var(--paper); font-weight: 600; text-decoration: none; }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--green); outline-offset: 3px; }
code { overflow-wrap: anywhere; }
details { border-top: 1px solid var(--line); padding: .75rem 0; } summary { font-weight: 600; cursor: pointer; }
svg { display: block; width: min(14rem, 60vw); background: #fff; border-radius: .5rem; }
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Steps for each kind of device. */
const STEPS: readonly (readonly [string, readonly string[]])[] = [
  [
    'iPhone and iPad',
    [
      'Open this page in Safari, choose “Download the certificate” and allow the profile.',
      'In Settings, open “Profile Downloaded” and choose “Install”. Compare the fingerprint under “More Details”.',
      'In Settings, General, About, Certificate Trust Settings, switch the certificate on.',
    ],
  ],
  [
    'Android',
    [
      'Choose “Download the certificate”.',
      'In Settings, Security, Encryption & credentials, choose “Install a certificate”, then “CA certificate”.',
      'Choose the file “lectern.crt”. Some apps trust no certificate that a user installs: use their web page instead.',
    ],
  ],
  [
    'Windows',
    [
      'Choose “Download the certificate” and open the file.',
      'Choose “Install Certificate”, “Current User”, then “Place all certificates in the following store”.',
      'Choose “Trusted Root Certification Authorities”, compare the fingerprint, and confirm.',
    ],
  ],
  [
    'macOS',
    [
      'Choose “Download the certificate” and open the file: Keychain Access adds it to the login keychain.',
      'Open it there, and under “Trust” choose “Always Trust” for “When using this certificate”.',
    ],
  ],
  [
    'Firefox, on any system',
    [
      'In Settings, Privacy & Security, choose “View Certificates”, then “Authorities” and “Import”.',
      'Choose the file “lectern.crt”, and “Trust this CA to identify websites”.',
    ],
  ],
];

/** An answer of this page. */
export interface AuthorityAnswer {
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
}

function drawCode(text: string): string {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const sides = Array.from({ length: code.size }, (_, index) => index);
  const path = sides.flatMap((y) =>
    sides.filter((x) => code.get(x, y)).map((x) => `M${String(x)} ${String(y)}h1v1h-1z`),
  );
  const side = String(code.size + 2 * QUIET);
  return `<svg viewBox="-${String(QUIET)} -${String(QUIET)} ${side} ${side}" role="img" aria-label="This page as a QR code" shape-rendering="crispEdges"><path d="${path.join('')}"/></svg>`;
}

function writePage({ fingerprint, validTo }: Authority, prefix: string, address: string | undefined): string {
  const steps = STEPS.map(
    ([name, lines]) =>
      `<details><summary>${escape(name)}</summary><ol>${lines.map((line) => `<li>${escape(line)}</li>`).join('')}</ol></details>`,
  );
  const code =
    address === undefined
      ? ''
      : `<h2>On another device</h2><p>Point its camera at this code, or type <code>${escape(address)}</code>.</p>${drawCode(address)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trust this Lectern</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Trust this Lectern</h1>
<p>This server made a certificate authority of its own. A device that installs its certificate opens the server by https without
a warning. It then trusts everything that this authority signs: install it only if you trust the person who runs the server.</p>
<p><a class="button" href="${prefix}${FILE_PATH}" download="lectern.crt">Download the certificate</a></p>
<h2>Compare the fingerprint</h2>
<p>SHA-256, good until ${validTo.toISOString().slice(0, 10)}:<br><code>${fingerprint}</code></p>
<p>The admin of the server sees the same with <code>lectern tls</code>.</p>
<h2>Install it</h2>
${steps.join('\n')}
${code}
</main>
</body>
</html>
`;
}

/** The address of the page as the client has it; undefined for a host header that is no host. */
function findPageAddress(host: string | undefined, scheme: string, prefix: string): string | undefined {
  const address = `${scheme}://${host ?? ''}${prefix}${AUTHORITY_PATH}`;
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) && URL.canParse(address) ? address : undefined;
}

/**
 * The page of the authority, or its certificate; undefined for other addresses.
 * @param url the address below the path of the server
 * @param host as in the request
 * @param place how the client reached the server
 */
export function findAuthorityAnswer(
  authority: Authority,
  url: string,
  host: string | undefined,
  { scheme, prefix }: { readonly scheme: string; readonly prefix: string } = { scheme: 'http', prefix: '' },
): AuthorityAnswer | undefined {
  const path = url.replace(/\?.*$/s, '').replace(/\/$/, '');
  const shared = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
  if (path === FILE_PATH) {
    const headers = { ...shared, 'content-type': 'application/x-x509-ca-cert', 'content-length': authority.der.length };
    return { headers, body: authority.der };
  }
  if (path !== AUTHORITY_PATH) return undefined;
  const body = Buffer.from(writePage(authority, prefix, findPageAddress(host, scheme, prefix)));
  const headers = {
    ...shared,
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    'content-security-policy': POLICY,
  };
  return { headers, body };
}

/** Answers with the page of the authority, or its certificate. @returns undefined for other addresses */
export function serveAuthority(
  authority: Authority | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (authority === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
  const place = { scheme: request.protocol, prefix: getPathPrefix(request) };
  const found = findAuthorityAnswer(authority, request.url, request.host, place);
  return found === undefined ? undefined : reply.code(200).headers(found.headers).send(found.body);
}
