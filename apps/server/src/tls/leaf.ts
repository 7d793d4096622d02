import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { Config } from '#config/schema.ts';
import { type Authority, importKey } from './authority.ts';
import type { Certificate } from './certificate.ts';
import { ALGORITHM, loadX509, makeKeys, toPem } from './x509.ts';

const DAY_MS = 86_400_000;
/** Apple refuses certificates of more than 825 days. */
const VALID_MS = 90 * DAY_MS;
/** Clocks of devices may be behind. */
const EARLIER_MS = DAY_MS;

/** Age at which a certificate is replaced. */
export const RENEW_AFTER_MS = 30 * DAY_MS;

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';

function listAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  // Addresses with a zone are known on one machine only.
  return all.map(({ address }) => address).filter((address) => isIP(address) !== 0 && !/^fe80:/i.test(address));
}

/** The names and addresses by which devices may reach the server, sorted. */
export function listLeafNames({
  publicUrl,
  allowedHosts,
}: Pick<Config['server'], 'publicUrl' | 'allowedHosts'>): string[] {
  const name = hostname().toLowerCase();
  const [short = name] = name.split('.');
  const told = publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1')];
  const names = ['localhost', name, short, `${short}.local`, ...told, ...allowedHosts.filter((host) => host !== '*')];
  const found = [...names, '127.0.0.1', '::1', ...listAddresses()].map((one) => one.toLowerCase());
  return [...new Set(found)].filter((one) => one !== '').sort();
}

/**
 * Issues a certificate for a new key.
 * @param names host names and addresses
 */
export async function issueLeaf(authority: Authority, names: readonly string[]): Promise<Certificate> {
  const x509 = await loadX509();
  const keys = await makeKeys();
  const issuer = new x509.X509Certificate(authority.cert);
  const notAfter = Math.min(Date.now() + VALID_MS, authority.validTo.getTime());
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ CN: ['Lectern'] }],
    issuer: issuer.subject,
    notBefore: new Date(Date.now() - EARLIER_MS),
    notAfter: new Date(notAfter),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([SERVER_AUTH]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return { cert: `${certificate.toString('pem')}\n${authority.cert}\n`, key: await toPem(keys.privateKey) };
}
