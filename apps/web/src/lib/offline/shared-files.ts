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
/** A file that waits longer is deleted. */
const WAIT_MS = 24 * 60 * 60_000;

const FACTS_HEADER = 'x-lectern-shared';

interface Facts extends Omit<SharedFile, 'key'> {
  /** Epoch milliseconds. */
  readonly sharedAt: number;
}

/** The problem of each file, in their order. */
export function checkShared(files: readonly Pick<File, 'name' | 'size'>[]): readonly (ShareProblem | undefined)[] {
  let [count, bytes] = [0, 0];
  return files.map(({ name, size }) => {
    if (formatByName(name) === undefined) return 'kind';
    if (count === MOST_SHARED) return 'many';
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

/**
 * Stores files until a page picks them up. Of a file that is not taken only the name stays, so that the page can say why.
 * @param base path of the server
 */
export async function keepShared(base: string, files: readonly File[], sharedAt = Date.now()): Promise<void> {
  const cache = await caches.open(nameCaches(base).shared);
  const problems = checkShared(files);
  for (const [index, file] of files.entries()) {
    const { name, size: sizeBytes, lastModified: modifiedAt } = file;
    const key = `${base}/shared/${String(sharedAt)}-${String(index)}`;
    const facts = { name, sizeBytes, modifiedAt, sharedAt, problem: problems[index] };
    try {
      await cache.put(key, toAnswer(facts, facts.problem === undefined ? file : null));
    } catch {
      await cache.put(key, toAnswer({ ...facts, problem: 'full' }, null));
    }
  }
}

/**
 * Files that wait, the first shared one first. It deletes those that waited for too long.
 * @param now epoch milliseconds
 */
export async function listShared(base: string, now = Date.now()): Promise<readonly SharedFile[]> {
  if (!('caches' in globalThis)) return [];
  const name = nameCaches(base).shared;
  if (!(await caches.has(name))) return [];
  const cache = await caches.open(name);
  const found: SharedFile[] = [];
  for (const { url } of await cache.keys()) {
    const answer = await cache.match(url);
    const facts = answer === undefined ? undefined : readFacts(answer);
    if (facts === undefined || now - facts.sharedAt > WAIT_MS) await cache.delete(url);
    else found.push({ key: url, ...facts });
  }
  if (found.length === 0) await caches.delete(name);
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
  const name = nameCaches(base).shared;
  const cache = await caches.open(name);
  for (const key of keys) await cache.delete(key);
  if ((await cache.keys()).length === 0) await caches.delete(name);
}
