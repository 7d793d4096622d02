import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as askPlain } from 'node:http';
import { request as askSecure } from 'node:https';
import { createServer } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Config } from '#config/schema.ts';
import { isHttps, readCertificate } from '#tls/certificate.ts';
import { createMailer } from '#mail/mailer.ts';
import { say } from '#words/say.ts';
import { type Found, ok, problem, formatError } from './finding.ts';

const ANSWER_MS = 3_000;

function buildUrl({ host, port, ...server }: Config['server']): string {
  const scheme = isHttps(server) ? 'https' : 'http';
  const near = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host;
  return `${scheme}://${near.includes(':') && !near.startsWith('[') ? `[${near}]` : near}:${String(port)}`;
}

async function isServerAt(url: string): Promise<boolean> {
  try {
    // Another name of the server may be in its certificate, and nothing secret is sent.
    const ask = url.startsWith('https:') ? askSecure : askPlain;
    const options = { signal: AbortSignal.timeout(ANSWER_MS), rejectUnauthorized: false, agent: false };
    const asked = ask(`${url}/api/v1/info`, options).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const body: unknown = await json(answer);
    return typeof body === 'object' && body !== null && 'apiVersion' in body && 'doors' in body;
  } catch {
    return false;
  }
}

async function tryToListen({ host, port }: Config['server']): Promise<unknown> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return error;
  } finally {
    server.close();
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Something else listens there: choose another server.port',
  EACCES: 'Ports below 1024 are for the administrator of the machine: choose another server.port, such as 8080',
  EADDRNOTAVAIL: 'server.host is no address of this machine',
};

/** Checks the address that the server listens on. */
export async function checkNetwork({ server }: Config): Promise<Found[]> {
  if (server.port === 0) return [ok('The server takes a free port at each start')];
  const url = buildUrl(server);
  if (await isServerAt(url)) return [ok(`Lectern answers at ${url}`)];
  const refusal = await tryToListen(server);
  if (refusal === undefined) return [ok(`${url} is free`)];
  const code = refusal instanceof Error && 'code' in refusal ? String(refusal.code) : '';
  return [
    problem(
      `The server cannot listen at ${url}: ${formatError(refusal)}`,
      ADVICE[code] ?? 'Choose another server.host',
    ),
  ];
}

/** Checks that the certificate files can be used. */
export async function checkCertificate({ server }: Config): Promise<Found[]> {
  const { cert, key } = server.tls;
  if (cert === undefined || key === undefined) return [];
  try {
    const { validTo } = new X509Certificate((await readCertificate({ cert, key })).cert);
    if (Date.parse(validTo) > Date.now()) return [ok(`The certificate is good until ${validTo}`)];
    return [
      problem(`The certificate in ${cert} ended on ${validTo}`, 'Renew it: the server loads the new one by itself'),
    ];
  } catch (error) {
    return [problem(formatError(error), 'Set server.tls.cert and server.tls.key to files that belong together')];
  }
}

/**
 * Checks whether mails can be sent.
 * @param connects also signs in at the mail server
 */
export async function checkMail(config: Config, connects: boolean): Promise<Found[]> {
  const { host } = config.mail;
  if (host === undefined) return [ok('No mail server is configured: the server sends no mails')];
  const mailer = createMailer(config);
  if (mailer.problem !== undefined) return [problem(mailer.problem, say('Set them, or remove mail.host'))];
  if (!connects) return [ok(`Mails go to ${host}; --mail tries whether it takes them`)];
  try {
    await mailer.check();
    return [ok(`${host} answers and takes mails`)];
  } catch (error) {
    const advice = 'Check mail.host, mail.port, mail.security, mail.username and mail.password';
    return [problem(`The mail server ${host} refused: ${formatError(error)}`, advice)];
  }
}
