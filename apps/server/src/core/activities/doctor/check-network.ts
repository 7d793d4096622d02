import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '#config/schema.ts';
import { createMailer } from '#mail/mailer.ts';
import { type Found, ok, problem, formatError } from './finding.ts';

const ANSWER_MS = 3_000;

function buildUrl({ host, port }: Config['server']): string {
  const near = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host;
  return `http://${near.includes(':') && !near.startsWith('[') ? `[${near}]` : near}:${String(port)}`;
}

async function isServerAt(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/v1/info`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' });
    const body: unknown = await response.json();
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

/**
 * Checks whether mails can be sent.
 * @param connects also signs in at the mail server
 */
export async function checkMail(config: Config, connects: boolean): Promise<Found[]> {
  const { host } = config.mail;
  if (host === undefined) return [ok('No mail server is configured: the server sends no mails')];
  const mailer = createMailer(config);
  if (mailer.problem !== undefined) return [problem(mailer.problem, 'Set them, or remove mail.host')];
  if (!connects) return [ok(`Mails go to ${host}; --mail tries whether it takes them`)];
  try {
    await mailer.check();
    return [ok(`${host} answers and takes mails`)];
  } catch (error) {
    const advice = 'Check mail.host, mail.port, mail.security, mail.username and mail.password';
    return [problem(`The mail server ${host} refused: ${formatError(error)}`, advice)];
  }
}
