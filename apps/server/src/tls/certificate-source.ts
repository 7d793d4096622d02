import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { type Authority, openAuthority } from './authority.ts';
import { type Certificate, readCertificate, readState } from './certificate.ts';
import { issueLeaf, listLeafNames, RENEW_AFTER_MS } from './leaf.ts';

/** Keeps a certificate up to date. */
export interface CertificateSource extends Disposable {
  readonly first: Certificate;
  /** The authority of the server; undefined with certificate files. */
  readonly authority: Authority | undefined;
}

/** What a source needs. */
export interface SourceTools {
  readonly log: Logger;
  /** Called with each later certificate. */
  readonly onChange: (certificate: Certificate) => void;
}

const LOOK_MS = 5_000;

/** Calls `look` again and again, never twice at a time. */
function repeat(look: () => Promise<void>): Disposable {
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => {
      looking = false;
    });
  }, LOOK_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function warnWhenExpired({ cert }: Certificate, log: Logger): void {
  const { validTo } = new X509Certificate(cert);
  if (Date.parse(validTo) < Date.now()) log.error({ validTo }, 'certificate expired');
}

async function openFiles(cert: string, key: string, { log, onChange }: SourceTools): Promise<CertificateSource> {
  const files = { cert, key };
  let state = await readState(files);
  const first = await readCertificate(files);
  warnWhenExpired(first, log);
  const watch = repeat(async () => {
    const now = await readState(files);
    if (now === state || now === '') return;
    state = now;
    try {
      const certificate = await readCertificate(files);
      warnWhenExpired(certificate, log);
      onChange(certificate);
      log.info({ validTo: new X509Certificate(certificate.cert).validTo }, 'certificate loaded again');
    } catch (error) {
      log.error({ err: error }, 'new certificate refused, the old one stays');
    }
  });
  return { first, authority: undefined, [Symbol.dispose]: () => watch[Symbol.dispose]() };
}

async function openLocal(config: Config, { log, onChange }: SourceTools): Promise<CertificateSource> {
  const authority = await openAuthority(join(config.dataDir, 'tls'));
  let names = listLeafNames(config.server);
  let issuedAt = Date.now();
  const first = await issueLeaf(authority, names);
  const watch = repeat(async () => {
    const now = listLeafNames(config.server);
    if (now.join() === names.join() && Date.now() - issuedAt < RENEW_AFTER_MS) return;
    try {
      onChange(await issueLeaf(authority, now));
      names = now;
      issuedAt = Date.now();
      log.info({ names }, 'certificate issued');
    } catch (error) {
      log.error({ err: error }, 'certificate could not be issued, the old one stays');
    }
  });
  return { first, authority, [Symbol.dispose]: () => watch[Symbol.dispose]() };
}

/**
 * Opens the certificate that the configuration asks for; undefined without https.
 * @throws {ConfigError} the files cannot be used
 */
export async function openCertificates(config: Config, tools: SourceTools): Promise<CertificateSource | undefined> {
  const { mode, cert, key } = config.server.tls;
  if (mode === 'local') return openLocal(config, tools);
  return cert === undefined || key === undefined ? undefined : openFiles(cert, key, tools);
}
