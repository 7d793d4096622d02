import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';
import { expandPath } from './read-config.ts';

/**
 * The trusted certificates (PEM) of the system and of a file.
 * @param key setting that names the file
 * @throws {Error} with key and file when it contains none
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
