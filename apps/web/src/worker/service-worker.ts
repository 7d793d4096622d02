/**
 * The service worker: starts the app without the server, answers for kept books, and sends what is unsent when no page is open.
 *
 * It is bundled into one file at the root of the app (`plugins/worker.ts`) and keeps no state, because browsers stop it at will.
 */
import { OUTBOX_SYNC } from '#entities/offline/background-sync.ts';
import { BASE_PATH as base } from '#lib/base-path.ts';
import {
  chooseHandling,
  isDrawnForScreen,
  isFit,
  isPage,
  KEPT_HEADER,
  nameCaches,
  OWNER_ADDRESS,
  toKeptKey,
  VERSION_HEADER,
  WIDTH_HEADER,
} from '#lib/offline/kept-addresses.ts';
import { sweepShared } from '#lib/offline/shared-files.ts';
import { sendInBackground } from './send-in-background.ts';
import { takeShare } from './take-share.ts';
import type { FetchAsked, WorkerScope } from './worker-scope.ts';

/** Set by the build. */
declare const __VERSION__: string;
declare const __SHELL__: readonly string[];
declare const __READERS__: readonly string[];

const scope = globalThis as unknown as WorkerScope;
const names = nameCaches(base);
const shellName = names.shell + __VERSION__;

/** Status from which on a proxy says that the server is away. */
const AWAY_STATUS = 502;
/** The kept page of the app is shown when the server needs longer than this for it. */
const PAGE_WAIT_MS = 4_000;

async function addToShell(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(shellName);
  const had = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = paths.map((path) => `${base}/${path}`).filter((path) => !had.has(path));
  await cache.addAll(missing);
}

async function dropOldShells(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(names.shell) && name !== shellName) await caches.delete(name);
  }
  await scope.clients.claim();
}

function isAway(answer: Response): boolean {
  return answer.status >= AWAY_STATUS && answer.status <= 504;
}

async function fetchWithin(request: Request, ms: number): Promise<Response> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The server needs too long')), ms);
  });
  return await Promise.race([fetch(request), late]);
}

async function answerPage(request: Request): Promise<Response> {
  const kept = await caches.match(`${base}/`, { cacheName: shellName });
  if (kept === undefined) return await fetch(request);
  try {
    const answer = await fetchWithin(request, PAGE_WAIT_MS);
    return isAway(answer) ? kept : answer;
  } catch {
    return kept;
  }
}

async function answerAsset(request: Request): Promise<Response> {
  const cache = await caches.open(shellName);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.status === 200 && answer.type === 'basic') await cache.put(request, answer.clone());
  return answer;
}

async function findOwner(): Promise<string | undefined> {
  return await (await caches.match(OWNER_ADDRESS, { cacheName: names.owner }))?.text();
}

async function findKept(key: string): Promise<Response | undefined> {
  const owner = await findOwner();
  if (owner === undefined) return undefined;
  return await caches.match(base + key, { cacheName: names.keptBy(owner), ignoreVary: true });
}

function readWidth(text: string | null): number | undefined {
  return text === null ? undefined : Number(text);
}

function canServe(kept: Response, url: URL): boolean {
  if (!isPage(url.pathname) || isDrawnForScreen(url.searchParams)) return false;
  const { headers } = kept;
  return isFit(
    { width: readWidth(headers.get(WIDTH_HEADER)), version: headers.get(VERSION_HEADER) ?? undefined },
    { width: readWidth(url.searchParams.get('width')), version: url.searchParams.get('v') ?? undefined },
  );
}

function markKept(kept: Response): Response {
  const headers = new Headers(kept.headers);
  headers.set(KEPT_HEADER, '1');
  return new Response(kept.body, { status: kept.status, headers });
}

async function answerKept(request: Request, key: string): Promise<Response> {
  const kept = await findKept(key);
  if (kept === undefined) return await fetch(request);
  if (canServe(kept, new URL(request.url))) return markKept(kept);
  try {
    const answer = await fetch(request);
    return isAway(answer) ? markKept(kept) : answer;
  } catch (error) {
    if (request.signal.aborted) throw error;
    return markKept(kept);
  }
}

function answer(event: FetchAsked): void {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin || !pathname.startsWith(`${base}/`)) return;
  const path = pathname.slice(base.length);
  const { method, mode, destination } = request;
  switch (chooseHandling({ method, mode, destination, path, search })) {
    case 'shell':
      event.respondWith(answerPage(request));
      break;
    case 'asset':
      event.respondWith(answerAsset(request));
      break;
    case 'kept':
      event.respondWith(answerKept(request, toKeptKey(path, search) ?? path));
      break;
    case 'share':
      event.respondWith(takeShare(request, findOwner));
      break;
    case 'network':
      break;
  }
}

function listPaths(told: unknown): readonly string[] {
  const paths = Array.isArray(told) ? told.filter((path) => typeof path === 'string') : [];
  return paths.filter((path) => path.startsWith('assets/'));
}

/** `readers` fetches the readers, `assets` files that the page used before the worker controlled it. */
async function obey(told: unknown): Promise<void> {
  if (told === 'activate') await scope.skipWaiting();
  else if (told === 'readers') await addToShell(__READERS__);
  else await addToShell(listPaths(told));
  // Every start of the app says something: shared files that waited for too long go.
  await sweepShared(base).catch(() => undefined);
}

scope.addEventListener('install', (event) => event.waitUntil(addToShell(__SHELL__)));
scope.addEventListener('activate', (event) => event.waitUntil(dropOldShells()));
scope.addEventListener('message', (event) => event.waitUntil(obey(event.data)));
scope.addEventListener('fetch', answer);
scope.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX_SYNC) event.waitUntil(sendInBackground(findOwner));
});
