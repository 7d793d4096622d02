import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Creates the whole file at once: a process that is killed meanwhile leaves no empty one. */
async function createSecret(path: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const secret = `${randomBytes(SECRET_BYTES).toString('base64url')}\n`;
    await writeFile(temporary, secret, { mode: 0o600, flag: 'wx', flush: true });
    await link(temporary, path);
  } catch (error) {
    // Another process created it first: its secret counts. An empty file is reported by the caller.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(temporary, { force: true });
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
  await createSecret(path);
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
  return [auth.jwtSecret, backups.passphrase, mail.password, findPassword(database.url)].filter(
    (secret) => secret !== undefined,
  );
}
