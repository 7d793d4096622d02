import { createPrivateKey, webcrypto, X509Certificate as NodeCertificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '#config/read-config-file.ts';
import { createFileOnce } from '#files/data/atomic-write.ts';
import { createFolder } from '#files/data/create-folder.ts';
import { isAbsence } from '#files/opening/system-errors.ts';
import { ALGORITHM, loadX509, makeKeys, toPem } from './x509.ts';

/** The server's own authority, whose certificate devices install. */
export interface Authority {
  /** PEM. */
  readonly cert: string;
  /** PKCS 8, PEM. */
  readonly key: string;
  /** The certificate as devices take it. */
  readonly der: Buffer;
  /** SHA-256 in pairs of hexadecimal digits with colons, as devices show it. */
  readonly fingerprint: string;
  readonly validTo: Date;
}

const FILE = 'authority.pem';
const YEARS = 20;
const YEAR_MS = 365 * 86_400_000;
/** Clocks of devices may be behind. */
const EARLIER_MS = 86_400_000;

async function makeAuthority(): Promise<string> {
  const x509 = await loadX509();
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [`Lectern on ${hostname()}`] }, { O: ['Lectern'] }],
    notBefore: new Date(Date.now() - EARLIER_MS),
    notAfter: new Date(Date.now() + YEARS * YEAR_MS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return `${certificate.toString('pem')}\n${await toPem(keys.privateKey)}\n`;
}

function readAuthority(text: string, path: string): Authority {
  try {
    const [cert = ''] = /-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/.exec(text) ?? [];
    const [key = ''] = /-----BEGIN PRIVATE KEY-----[^]+?-----END PRIVATE KEY-----/.exec(text) ?? [];
    const parsed = new NodeCertificate(cert);
    if (!parsed.checkPrivateKey(createPrivateKey(key))) throw new Error('the key does not belong to the certificate');
    const { raw, fingerprint256, validTo } = parsed;
    return { cert, key, der: raw, fingerprint: fingerprint256, validTo: new Date(validTo) };
  } catch (cause) {
    const hint =
      'Restore it from a backup, or remove it: the server then makes a new authority, and devices must install that';
    throw new ConfigError(`The authority in ${path} cannot be used. ${hint}`, { cause });
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/**
 * Opens the authority of a data folder, and makes it when there is none.
 * @param folder absolute; only its owner may read it
 * @throws {ConfigError} its file is damaged
 */
export async function openAuthority(folder: string): Promise<Authority> {
  await createFolder(folder);
  const path = join(folder, FILE);
  const known = await readIfThere(path);
  if (known !== undefined) return readAuthority(known, path);
  await createFileOnce(path, Buffer.from(await makeAuthority()));
  return readAuthority(await readFile(path, 'utf8'), path);
}

/** The key of an authority, to sign with. */
export async function importKey(authority: Authority): Promise<webcrypto.CryptoKey> {
  const bytes = createPrivateKey(authority.key).export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', bytes, ALGORITHM, false, ['sign']);
}
