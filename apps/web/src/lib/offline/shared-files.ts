import { formatByName } from '@lectern/contract/book-formats';
import { nameCaches } from './kept-addresses.ts';

/** Why a shared file is not taken: no book, too many bytes, too many files, or no space in this browser. */
export type ShareProblem = 'kind' | 'large' | 'many' | 'full';

/** A file that another app shared. It waits in a cache until it is uploaded or discarded. */
export interface SharedFile {
  /** Address inside the cache. */
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Epoch milliseconds of its last change. */
  readonly modifiedAt: number;
  readonly problem: ShareProblem | undefined;
}

export const MOST_SHARED = 20;
export const MOST_SHARED_BYTES = 1_000_000_000;
export const MOST_WAIT_DAYS = 7;
/** A file that waits longer is deleted. */
const WAIT_MS = MOST_WAIT_DAYS * 24 * 60 * 60_000;
/** Files that wait, with those that are not taken. Another site can send the form, too. */
const MOST_NAMED = 2 * MOST_SHARED;

const FACTS_HEADER = 'x-lectern-shared';

interface Facts extends Omit<SharedFile, 'key'> {
  /** The user who was signed in; absent for a file that the next user may take. */
  readonly userId?: string | undefined;
  /** Epoch milliseconds. */
  readonly sharedAt: number;
}

/**
 * The problem of each file, in their order.
 * @param waiting files that count against the limits already
 */
export function checkShared(
  files: readonly Pick<File, 'name' | 'size'>[],
  waiting: readonly Pick<SharedFile, 'sizeBytes'>[] = [],
): readonly (ShareProblem | undefined)[] {
  let count = waiting.length;
  let bytes = waiting.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return files.map(({ name, size }) => {
    if (formatByName(name) === undefined) return 'kind';
    if (count >= MOST_SHARED) return 'many';
    if (bytes + size > MOST_SHARED_BYTES) return 'large';
    count += 1;
    bytes += size;
    return undefined;
  });
}

/** Headers take no letters beyond Latin. */
function toAnswer(facts: Facts, body: Blob | null): Response {
  return new Response(body, { headers: { [FACTS_HEADER]: encodeURIComponent(JSON.stringify(facts)) } });
}

function readFacts(answer: Response): Facts | undefined {
  const text = answer.headers.get(FACTS_HEADER);
  return text === null ? undefined : (JSON.parse(decodeURIComponent(text)) as Facts);
}

/** Who shares, and when. */
interface Sharing {
  /** Undefined without a signed-in user. */
  readonly userId: string | undefined;
  /** Epoch milliseconds. */
  readonly sharedAt: number;
}

/**
 * Stores files until a page picks them up. Of a file that is not taken only the name stays, so that the page can say why.
 * @param base path of the server
 */
export async function keepShared(base: string, files: readonly File[], { userId, sharedAt }: Sharing): Promise<void> {
  const cache = await caches.open(nameCaches(base).shared);
  const had = await readAll(base, sharedAt);
  const problems = checkShared(
    files,
    had.filter(({ problem }) => problem === undefined),
  );
  for (const [index, file] of files.slice(0, Math.max(0, MOST_NAMED - had.length)).entries()) {
    const { name, size: sizeBytes, lastModified: modifiedAt } = file;
    const key = `${base}/shared/${String(sharedAt)}-${String(index)}`;
    const facts = { name, sizeBytes, modifiedAt, sharedAt, userId, problem: problems[index] };
    try {
      await cache.put(key, toAnswer(facts, facts.problem === undefined ? file : null));
    } catch {
      await cache.put(key, toAnswer({ ...facts, problem: 'full' }, null));
    }
  }
}

/**
 * Files that wait for a user, the first shared one first: own files, and those that were shared without a signed-in user.
 * @param now epoch milliseconds
 */
export async function listShared(base: string, viewerId: string, now = Date.now()): Promise<readonly SharedFile[]> {
  const all = await readAll(base, now);
  return all.filter(({ userId }) => userId === undefined || userId === viewerId);
}

/** Deletes files that waited for too long. */
export async function sweepShared(base: string): Promise<void> {
  await readAll(base, Date.now());
}

/** Deletes the files of a user, and those that this user could have taken. */
export async function wipeShared(base: string, userId: string): Promise<void> {
  const own = await listShared(base, userId);
  await forgetShared(
    base,
    own.map(({ key }) => key),
  );
}

/** Files of all users. It deletes those that waited for too long. */
async function readAll(base: string, now: number): Promise<readonly (Facts & SharedFile)[]> {
  if (!('caches' in globalThis)) return [];
  const name = nameCaches(base).shared;
  if (!(await caches.has(name))) return [];
  const cache = await caches.open(name);
  const found: (Facts & SharedFile)[] = [];
  for (const { url } of await cache.keys()) {
    const answer = await cache.match(url);
    const facts = answer === undefined ? undefined : readFacts(answer);
    if (facts === undefined || now - facts.sharedAt > WAIT_MS) await cache.delete(url);
    else found.push({ key: url, ...facts });
  }
  return found;
}

/** The file itself; undefined when it is gone. */
export async function openShared(base: string, { key, name, modifiedAt }: SharedFile): Promise<File | undefined> {
  const cache = await caches.open(nameCaches(base).shared);
  const answer = await cache.match(key);
  if (answer === undefined) return undefined;
  return new File([await answer.blob()], name, { lastModified: modifiedAt });
}

/** Deletes files that were uploaded or discarded. */
export async function forgetShared(base: string, keys: readonly string[]): Promise<void> {
  // The empty cache stays: the worker may be writing the next file into it.
  const cache = await caches.open(nameCaches(base).shared);
  for (const key of keys) await cache.delete(key);
}
