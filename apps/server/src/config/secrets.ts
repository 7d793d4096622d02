import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileOnce } from '#files/data/atomic-write.ts';
import type { Config } from './schema.ts';

const SECRET_BYTES = 32;

async function readSecret(path: string): Promise<string | undefined> {
  try {
    const text = (await readFile(path, 'utf8')).trim();
    return text === '' ? undefined : text;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The secret that signs sessions: the configured one, else one that is created once in the data folder, readable by its
 * owner only.
 */
export async function readJwtSecret(dataDir: string, configured: string | undefined): Promise<string> {
  if (configured !== undefined) return configured;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'jwt-secret');
  const known = await readSecret(path);
  if (known !== undefined) return known;
  await createFileOnce(path, Buffer.from(`${randomBytes(SECRET_BYTES).toString('base64url')}\n`));
  const secret = await readSecret(path);
  if (secret === undefined) throw new Error(`The file ${path} is empty; remove it to have a new secret made`);
  return secret;
}

function findPassword(url: string | undefined): string | undefined {
  const password = url === undefined || !URL.canParse(url) ? '' : new URL(url).password;
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}

/** Configuration values that must never be logged. */
export function listSecrets({ auth, backups, database, mail }: Config): string[] {
  return [auth.jwtSecret, auth.oidc.clientSecret, backups.passphrase, mail.password, findPassword(database.url)].filter(
    (secret) => secret !== undefined,
  );
}
