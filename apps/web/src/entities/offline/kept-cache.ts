import { buildAddress, fetchSignedIn } from '#lib/api.ts';
import { BASE_PATH } from '#lib/base-path.ts';
import { findMember } from '#lib/find-member.ts';
import {
  isPicture,
  KEPT_HEADER,
  nameCaches,
  OWNER_ADDRESS,
  START_ADDRESSES,
  toKeptKey,
  VERSION_HEADER,
  WIDTH_HEADER,
} from '#lib/offline/kept-addresses.ts';
import { wipeShared } from '#lib/offline/shared-files.ts';
import type { ReadProgress } from '@lectern/contract';
import type { KeptProblem } from './kept.ts';
import type { KeptFile } from './plan-files.ts';

const NAMES = nameCaches(BASE_PATH);

/** The server did not answer, or asks to wait. */
export class AwayError extends Error {
  override readonly name = 'AwayError';
}

/** A book cannot be kept. */
export class KeepError extends Error {
  override readonly name = 'KeepError';
  readonly problem: KeptProblem;

  constructor(problem: KeptProblem) {
    super(`A book cannot be kept: ${problem}`);
    this.problem = problem;
  }
}

/** Browsers offer service workers and caches on https and on the device itself only. */
export function canKeep(): boolean {
  return 'caches' in globalThis && 'serviceWorker' in navigator;
}

/** From now on the service worker answers with what this user keeps. */
export async function unlockKept(userId: string): Promise<void> {
  const cache = await caches.open(NAMES.owner);
  await cache.put(OWNER_ADDRESS, new Response(userId));
}

/** Deletes every kept answer of a user, and shared files. */
export async function wipeKept(userId: string): Promise<void> {
  await Promise.all([NAMES.owner, NAMES.keptBy(userId)].map(async (name) => caches.delete(name)));
  await wipeShared(BASE_PATH, userId);
}

/** Deletes every kept answer of a user who is not the owner of this browser now. */
export async function wipeKeptBooks(userId: string): Promise<void> {
  await caches.delete(NAMES.keptBy(userId));
}

async function openKept(userId: string): Promise<Cache> {
  return await caches.open(NAMES.keptBy(userId));
}

function toKey(address: string): string {
  const { pathname, search } = new URL(address, location.origin);
  const key = toKeptKey(pathname.slice(BASE_PATH.length), search);
  if (key === undefined) throw new Error(`An address is never kept: ${pathname}`);
  return BASE_PATH + key;
}

/** Headers that a kept answer needs: chapters have a content policy of their own. */
const NEEDED_HEADERS = ['content-type', 'content-security-policy', 'x-content-type-options'];

function pickHeaders(response: Response): Headers {
  const picked = new Headers();
  for (const name of NEEDED_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) picked.set(name, value);
  }
  return picked;
}

async function fetchFile({ address, isOptional }: KeptFile, signal: AbortSignal): Promise<Response | undefined> {
  const response = await fetchAny(address, signal);
  if (response.ok) return response;
  if (response.status >= 500 || response.status === 429 || response.status === 401) throw new AwayError();
  if (isOptional) return undefined;
  throw new KeepError('gone');
}

/** As pictures of a page ask: the server converts types that few browsers show. */
const PICTURES = 'image/avif,image/webp,image/*,*/*;q=0.8';

async function fetchAny(address: string, signal: AbortSignal): Promise<Response> {
  const { pathname } = new URL(address, location.origin);
  const headers = isPicture(pathname.slice(BASE_PATH.length)) ? { accept: PICTURES } : {};
  let response: Response;
  try {
    response = await fetchSignedIn(address, { signal, headers, priority: 'low' });
  } catch (error) {
    signal.throwIfAborted();
    throw new AwayError('The server does not answer', { cause: error });
  }
  if (response.headers.has(KEPT_HEADER)) throw new AwayError();
  return response;
}

/** Sizes of an answer, and of the one that was kept in its place before. */
interface KeptSize {
  readonly bytes: number;
  readonly replacedBytes: number;
}

/**
 * Fetches and keeps one answer, unless it is kept already.
 * @param version of the file of the book
 * @throws {AwayError} when the server does not answer
 * @throws {KeepError} when the book is gone or the browser has no space
 */
export async function keepFile(
  userId: string,
  file: KeptFile,
  version: string,
  signal: AbortSignal,
): Promise<KeptSize> {
  const cache = await openKept(userId);
  const key = toKey(file.address);
  const width = file.width === undefined ? null : String(file.width);
  const had = await cache.match(key);
  const replacedBytes = had === undefined ? 0 : (await had.blob()).size;
  const isSame = had?.headers.get(VERSION_HEADER) === version && had.headers.get(WIDTH_HEADER) === width;
  if (file.isFixed && isSame) return { bytes: replacedBytes, replacedBytes };
  const response = await fetchFile(file, signal);
  if (response === undefined) return { bytes: 0, replacedBytes: 0 };
  const headers = pickHeaders(response);
  headers.set(VERSION_HEADER, version);
  if (width !== null) headers.set(WIDTH_HEADER, width);
  const body = response.status === 204 ? null : await response.blob();
  await put(cache, key, new Response(body, { status: response.status, headers }));
  return { bytes: body?.size ?? 0, replacedBytes };
}

async function put(cache: Cache, key: string, answer: Response): Promise<void> {
  try {
    await cache.put(key, answer);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw new KeepError('full');
    throw error;
  }
}

/** Deletes the kept answers of books. */
export async function dropBooks(userId: string, bookIds: readonly string[]): Promise<void> {
  const cache = await openKept(userId);
  const dropped = new Set(bookIds);
  const all = `${location.origin}${BASE_PATH}/api/v1/books/`;
  for (const { url } of await cache.keys()) {
    const [bookId = ''] = url.startsWith(all) ? url.slice(all.length).split(/[/?]/, 1) : [];
    if (dropped.has(bookId)) await cache.delete(url);
  }
}

/** Keeps what the app needs to start without the server. */
export async function keepStart(userId: string, signal: AbortSignal): Promise<void> {
  for (const path of START_ADDRESSES) {
    await keepFile(userId, { address: BASE_PATH + path, isFixed: false, isOptional: true }, '', signal);
  }
}

/** Reads a kept answer; undefined when it is not kept. */
async function readJson(cache: Cache, address: string): Promise<unknown> {
  const kept = await cache.match(address);
  return kept === undefined || kept.status === 204 ? undefined : await kept.json();
}

function toJson(value: unknown): Response {
  return new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } });
}

/** The kept progress becomes that of the server, or what was read without it. Changes nothing for a book that is not kept. */
export async function writeKeptProgress(
  userId: string,
  bookId: string,
  change: (book: unknown, progress: unknown) => ReadProgress | null,
): Promise<void> {
  const cache = await openKept(userId);
  const [bookAddress, address] = [buildAddress('getBook', { id: bookId }), buildAddress('getProgress', { id: bookId })];
  const answer = await readJson(cache, bookAddress);
  const book = findMember(answer, 'book');
  if (typeof book !== 'object' || book === null || typeof answer !== 'object') return;
  const progress = change(book, await readJson(cache, address));
  const { readProgress: _, ...rest } = book as { readonly readProgress?: unknown };
  const changed = progress === null ? rest : { ...rest, readProgress: progress };
  await cache.put(bookAddress, toJson({ ...answer, book: changed }));
  await cache.put(address, progress === null ? new Response(null, { status: 204 }) : toJson(progress));
}
