import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Config } from '#config/schema.ts';
import { ConfigError } from '#config/read-config-file.ts';
import { expandPath } from '#config/read-config.ts';

/** A certificate with those that signed it, and its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** The files of a certificate. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** Whether the server itself speaks https. */
export function isHttps({ tls }: Pick<Config['server'], 'tls'>): boolean {
  return tls.mode === 'local' || tls.cert !== undefined;
}

function readCode(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && error.code === 'ENOENT' ? 'it does not exist' : error.message;
}

async function readPem(name: string, path: string): Promise<string> {
  try {
    return await readFile(expandPath(path), 'utf8');
  } catch (error) {
    throw new ConfigError(`Cannot read ${path}, which ${name} names: ${readCode(error)}`, { cause: error });
  }
}

function parseCertificate(text: string, path: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch (cause) {
    throw new ConfigError(`Expected a certificate (PEM) in ${path}, which server.tls.cert names, found none`, {
      cause,
    });
  }
}

function parseKey(text: string, path: string): KeyObject {
  if (/ENCRYPTED/.test(text)) {
    throw new ConfigError(`The key in ${path} has a password: server.tls.key needs a key without one`);
  }
  try {
    return createPrivateKey(text);
  } catch (cause) {
    throw new ConfigError(`Expected a private key (PEM) in ${path}, which server.tls.key names, found none`, { cause });
  }
}

/**
 * Reads a certificate and its key.
 * @throws {ConfigError} with the setting and the file
 */
export async function readCertificate(files: CertificateFiles): Promise<Certificate> {
  const cert = await readPem('server.tls.cert', files.cert);
  const key = await readPem('server.tls.key', files.key);
  if (!parseCertificate(cert, files.cert).checkPrivateKey(parseKey(key, files.key))) {
    throw new ConfigError(`The key in ${files.key} does not belong to the first certificate in ${files.cert}`);
  }
  return { cert, key };
}

/** What tells one state of the files from another. Links are followed, because renewing programs replace their targets. */
export async function readState({ cert, key }: CertificateFiles): Promise<string> {
  const states = [cert, key].map(async (path) => {
    const { ino, size, mtimeMs } = await stat(expandPath(path));
    return `${String(ino)} ${String(size)} ${String(mtimeMs)}`;
  });
  try {
    return (await Promise.all(states)).join();
  } catch {
    // A renewing program may be between two steps.
    return '';
  }
}
