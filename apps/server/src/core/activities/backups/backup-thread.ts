import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '#files/threads/lower-thread-priority.ts';
import { runInEnglish } from '#words/say.ts';
import { toStored } from '#words/stored-message.ts';
import { describeManifest, type FolderOrder, makeBackup } from './make-backup.ts';
import { checkBackup } from './read-backup.ts';
import { drillRestore, type RestoreOrder, stageRestore, toRefusal } from './stage-restore.ts';

/** Work of the thread. */
export type BackupWork =
  | { readonly kind: 'make'; readonly order: FolderOrder }
  | { readonly kind: 'check'; readonly order: Pick<RestoreOrder, 'path' | 'passphrase'> }
  | { readonly kind: 'drill' | 'stage'; readonly order: RestoreOrder };

/** What the thread tells: progress, or how it ended. Texts are stored messages. */
export type BackupMessage =
  | { readonly kind: 'progress'; readonly current: number; readonly total: number; readonly message: string }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly message: string; readonly isRefused: boolean };

async function work(job: BackupWork, send: (message: BackupMessage) => void): Promise<unknown> {
  const report = (current: number, total: number, message: string): void =>
    send({ kind: 'progress', current, total, message: toStored(message) });
  if (job.kind === 'make') return await makeBackup(job.order, report);
  if (job.kind === 'stage') return await stageRestore(job.order, report);
  if (job.kind === 'check') return describeManifest(await checkBackup(job.order.path, job.order.passphrase));
  await drillRestore(job.order, report);
  return undefined;
}

if (parentPort !== null) {
  const port = parentPort;
  lowerThreadPriority();
  const send = (message: BackupMessage): void => port.postMessage(message);
  await runInEnglish(async () => {
    try {
      send({ kind: 'done', result: await work(workerData as BackupWork, send) });
    } catch (caught) {
      const error = toRefusal(caught);
      const message = toStored(error instanceof Error ? error.message : String(error));
      send({ kind: 'failed', message, isRefused: error instanceof Error && error.name === 'AppError' });
    }
  });
}
