import { KeyObject, webcrypto } from 'node:crypto';
import type * as X509 from '@peculiar/x509';

/** Every device knows it. */
export const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Loads the library of certificates, which only servers with an authority of their own need. */
export async function loadX509(): Promise<typeof X509> {
  // The library looks for it when it is loaded.
  await import('reflect-metadata');
  return import('@peculiar/x509');
}

/** A new key pair of an authority or a certificate. */
export async function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

/** A private key as PEM (PKCS 8). */
export async function toPem(key: webcrypto.CryptoKey): Promise<string> {
  return KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString().trim();
}
