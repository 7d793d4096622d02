import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';
import { expandPath } from './read-config.ts';

/**
 * Certificates that are trusted (PEM): those of the system, and those of a file.
 * @throws {Error} naming the key and the file when there are none in it
 */
export async function readTrustedCertificates(key: string, path: string): Promise<string[]> {
  let text: string;
  try {
    text = await readFile(expandPath(path), 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
    throw new Error(`Cannot read ${path}, which ${key} names: ${code}`, { cause });
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    throw new Error(`Expected certificates (PEM) in ${path}, which ${key} names, found none`);
  }
  return [...getCACertificates('default'), text];
}
