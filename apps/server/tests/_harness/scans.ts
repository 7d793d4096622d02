import type { Library, ScanMode, ScanStatus, Task } from '@lectern/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';

/** Less than a test has, so that what was waited for is told. */
const PATIENCE_MS = 240_000;
const ENDED = ['completed', 'failed', 'cancelled'];

/** Asks until the answer is the wanted one; fails with the last answer when it never is. */
export async function until<Answer>(
  ask: () => Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
): Promise<Answer> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`Waited in vain; the last answer was ${JSON.stringify(answer)}`);
    await sleep(25);
  }
}

/** Adds a library for a folder. */
export async function addLibrary(
  client: Client,
  path: string,
  values: Partial<Parameters<typeof client.call<'createLibrary'>>[1]['body']> = {},
): Promise<Library> {
  return client.call('createLibrary', { body: { name: 'Comics', path, ...values } });
}

/** Scans a library and waits for the end of the scan, not of the analysis. */
export async function scan(client: Client, libraryId: string, mode: ScanMode = 'normal'): Promise<ScanStatus> {
  await client.call('startScan', { params: { id: libraryId }, query: { mode } });
  return until(
    async () => client.call('getScanStatus', { params: { id: libraryId } }),
    ({ status }) => ENDED.includes(status),
  );
}

/** Waits until no task waits or runs; one that waits for its next attempt counts as waiting. */
export async function waitForTasks(client: Client): Promise<readonly Task[]> {
  await until(
    async () => client.call('getTaskStats', {}),
    ({ pending, running }) => pending + running === 0,
  );
  const { data } = await client.call('listTasks', { query: { pageSize: 500 } });
  return data;
}

/** Every book of the server in reading order of its series, deleted ones only when asked. */
export async function listAllBooks(client: Client, includeDeleted: 'true' | 'false' = 'false') {
  const { data } = await client.call('listBooks', { query: { pageSize: 500, includeDeleted } });
  return data.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}
