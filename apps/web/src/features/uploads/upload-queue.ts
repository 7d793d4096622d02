import { plural, t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, isTemporary, request } from '#lib/api.ts';
import { BASE_PATH } from '#lib/base-path.ts';
import { forgetShared } from '#lib/offline/shared-files.ts';
import { problemSentence } from '#lib/problem.ts';
import { repeatRequest, sendParts } from '#lib/send-parts.ts';
import { createStore, useStore } from '#lib/store.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { type ChosenFile, isUnderway, placeItem, type UploadItem, type UploadState } from './upload-items.ts';

export const UPLOADS_KEY = 'listUploads';

/** Own uploads of earlier visits that are not complete. */
export const uploadsQuery = (libraryId: string) =>
  queryOptions({
    queryKey: [UPLOADS_KEY, { libraryId }],
    queryFn: async ({ signal }) => (await request('listUploads', { params: { id: libraryId }, signal })).uploads,
  });

/** Files in one question to the server. */
const AT_ONCE = 200;
/** Until the next question while the server is away. */
const ASK_MS = 2_000;

/** Outside of the page, so that files go on while the user looks at something else. */
const items = createStore<readonly UploadItem[]>([]);
const stops = new Map<number, AbortController>();
const handled = new Set<string>();
let lastKey = 0;
let isRunning = false;

/** The user's files for a library. */
export function listUploads(userId: string, libraryId: string): readonly UploadItem[] {
  return items.get().filter((item) => item.userId === userId && item.libraryId === libraryId);
}

/** The user's files for a library, as they change. */
export function useUploads(userId: string, libraryId: string): readonly UploadItem[] {
  useStore(items);
  return listUploads(userId, libraryId);
}

/** Whether a shared file was put into a list since this page was loaded. */
export function isHandled(sharedKey: string): boolean {
  return handled.has(sharedKey);
}

function findItem(key: number): UploadItem | undefined {
  return items.get().find((item) => item.key === key);
}

function change(keys: readonly number[], edit: (item: UploadItem) => UploadItem): void {
  items.set(items.get().map((item) => (keys.includes(item.key) ? edit(item) : item)));
  guardPage();
}

function setState(key: number, state: UploadState): void {
  change([key], (item) => ({ ...item, state }));
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The browser asks before it closes a page with files on their way. */
function guardPage(): void {
  if (items.get().some(isUnderway)) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

/** Asks the server where files of one library would go. */
async function checkSome(libraryId: string, some: readonly UploadItem[]): Promise<void> {
  const files = some.map(({ file, fileName, folder }) => ({
    ...{ fileName, sizeBytes: file.size, modifiedAt: file.lastModified },
    ...(folder === undefined ? {} : { folder }),
  }));
  const isLeft = () => some.some(({ key }) => findItem(key)?.state.kind === 'checking');
  try {
    const answer = await askAgain(
      async () => request('checkUploads', { params: { id: libraryId }, body: { files } }),
      isLeft,
    );
    const places = new Map(some.map(({ key }, index) => [key, answer.files[index]]));
    change([...places.keys()], (item) => {
      const place = places.get(item.key);
      return place === undefined || item.state.kind !== 'checking' ? item : placeItem(item, place);
    });
  } catch (error) {
    const problem = problemSentence(error);
    change(
      some.map(({ key }) => key),
      (item) => (item.state.kind === 'checking' ? { ...item, state: { kind: 'refused', problem } } : item),
    );
  }
}

/** Repeats a question until the server answers it, or nothing waits for the answer. */
async function askAgain<Answer>(ask: () => Promise<Answer>, isLeft: () => boolean): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isTemporary(error) || !isLeft()) throw error;
      await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    }
  }
}

async function check(keys: readonly number[]): Promise<void> {
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    const some = keys.slice(start, start + AT_ONCE).flatMap((key) => findItem(key) ?? []);
    const [first] = some;
    if (first !== undefined) await checkSome(first.libraryId, some);
  }
}

/** Adds chosen files, and finds a place for each. */
export async function addFiles(userId: string, libraryId: string, chosen: readonly ChosenFile[]): Promise<void> {
  const known = new Set(items.get().flatMap((item) => (item.libraryId === libraryId ? (item.sharedKey ?? []) : [])));
  const fresh = chosen.filter(({ sharedKey }) => sharedKey === undefined || !known.has(sharedKey));
  const added = fresh.map(({ file, folder, sharedKey }): UploadItem => {
    lastKey += 1;
    const state: UploadState =
      file.size === 0 ? { kind: 'refused', problem: t`The file is empty` } : { kind: 'checking' };
    return { key: lastKey, userId, libraryId, file, folder, fileName: file.name, state, sharedKey };
  });
  for (const { sharedKey } of fresh) if (sharedKey !== undefined) handled.add(sharedKey);
  items.set([...items.get(), ...added]);
  await check(added.filter(({ state }) => state.kind === 'checking').map(({ key }) => key));
}

/** Chooses another folder for files. */
export async function moveFiles(keys: readonly number[], folder: string): Promise<void> {
  change(keys, (item) => ({ ...item, folder, state: { kind: 'checking' } }));
  await check(keys);
}

/** Uploads files; those before them come first. */
export function uploadFiles(keys: readonly number[]): void {
  change(keys, (item) => ({ ...item, state: { kind: 'queued' } }));
  void run();
}

/** Keeps the other file, and uploads this one under the free name. */
export function keepBoth({ key, state }: UploadItem): void {
  if (state.kind !== 'taken' || state.freeName === undefined) return;
  const { freeName } = state;
  change([key], (item) => ({ ...item, fileName: freeName }));
  uploadFiles([key]);
}

/** Takes files off the list. The server forgets one that is on its way, or that waits for a name. */
export function removeFiles(keys: readonly number[]): void {
  const removed = items.get().filter(({ key }) => keys.includes(key));
  items.set(items.get().filter(({ key }) => !keys.includes(key)));
  for (const { key, libraryId, sentId, state, sharedKey } of removed) {
    void forgetSource(sharedKey);
    const stop = stops.get(key);
    if (stop !== undefined) stop.abort();
    else if (sentId !== undefined && state.kind !== 'done') void forget(libraryId, sentId);
  }
  guardPage();
}

/** A shared file waits in this browser no longer. Where the browser refuses, the file goes after some days. */
async function forgetSource(sharedKey: string | undefined): Promise<void> {
  if (sharedKey !== undefined) await forgetShared(BASE_PATH, [sharedKey]).catch(() => undefined);
}

/** What stays is deleted by the server after a week. */
async function forget(libraryId: string, uploadId: string): Promise<void> {
  await request('deleteUpload', { params: { id: libraryId, uploadId } }).catch(() => undefined);
}

/** A free name in the refusal of one that is taken. */
function readFreeName(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return undefined;
  return (error.details as { readonly free?: string }[]).find(({ free }) => free !== undefined)?.free;
}

async function sendFile(item: UploadItem, signal: AbortSignal) {
  const { key, libraryId, file, folder = '', fileName, sentId, sharedKey } = item;
  let uploadId = sentId;
  try {
    if (uploadId === undefined) {
      const body = { folder, fileName, sizeBytes: file.size, modifiedAt: file.lastModified };
      const begun = await repeatRequest(
        async () => request('beginUpload', { params: { id: libraryId }, body, signal }),
        signal,
      );
      uploadId = begun.id;
      const params = { id: libraryId, uploadId };
      await sendParts({
        ...{ file, receivedBytes: begun.receivedBytes, partBytes: begun.partBytes, signal },
        send: async (part, offset) => request('sendUploadPart', { params, query: { offset }, file: part, signal }),
        onShare: (share) => setState(key, { kind: 'sending', share }),
      });
    }
    const sent = uploadId;
    change([key], (now) => ({ ...now, sentId: sent, state: { kind: 'reading' } }));
    const placed = await request('finishUpload', {
      params: { id: libraryId, uploadId },
      body: { fileName },
      signal,
    });
    change([key], (now) => ({ ...now, ...placed, state: { kind: 'done' } }));
    await forgetSource(sharedKey);
  } catch (error) {
    if (signal.aborted && uploadId !== undefined) await forget(libraryId, uploadId);
    throw error;
  }
}

async function runOne(item: UploadItem): Promise<boolean> {
  const stop = new AbortController();
  stops.set(item.key, stop);
  try {
    await sendFile(item, stop.signal);
    return true;
  } catch (error) {
    const freeName = readFreeName(error);
    if (freeName !== undefined) setState(item.key, { kind: 'taken', freeName });
    // The server deletes a file that is no book.
    else if (error instanceof ApiError && error.status === 400) {
      setState(item.key, { kind: 'refused', problem: error.message });
    } else setState(item.key, { kind: 'failed', problem: problemSentence(error) });
    return false;
  } finally {
    stops.delete(item.key);
  }
}

/** Uploads one file after the other, until none waits. */
async function run(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  let count = 0;
  try {
    for (;;) {
      const next = items.get().find(({ state }) => state.kind === 'queued');
      if (next === undefined) break;
      if (await runOne(next)) count += 1;
    }
  } finally {
    isRunning = false;
  }
  if (count > 0)
    showToast(
      plural(count, {
        one: '# book uploaded. A scan adds it to the library.',
        other: '# books uploaded. A scan adds them to the library.',
      }),
    );
}
