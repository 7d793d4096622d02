import { Worker } from 'node:worker_threads';
import { TaskFailure, type TaskRun } from '#jobs/handler.ts';
import { sayStored } from '#words/stored-message.ts';
import type { BackupMessage, BackupWork } from './backup-thread.ts';

const ENTRY = new URL('./backup-thread.ts', import.meta.url);
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/** A backup that is refused, as opposed to a disk or database that did not answer. */
export class Refused extends TaskFailure {}

/**
 * Runs work in a thread; an aborted task ends the thread.
 * @throws {Refused} the backup is to blame
 */
export async function runInThread(work: BackupWork, run: TaskRun): Promise<unknown> {
  run.signal.throwIfAborted();
  const worker = new Worker(ENTRY, { workerData: work, resourceLimits: LIMITS });
  const abort = (): void => void worker.terminate();
  run.signal.addEventListener('abort', abort, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: BackupMessage) => {
        if (message.kind === 'progress') run.report({ ...message, message: sayStored(message.message) });
        else if (message.kind === 'done') resolve(message.result);
        else
          reject(message.isRefused ? new Refused(sayStored(message.message)) : new Error(sayStored(message.message)));
      });
      worker.on('error', reject);
      worker.on('exit', () =>
        reject(run.signal.reason instanceof Error ? run.signal.reason : new Error('The thread of the backup ended')),
      );
    });
  } finally {
    run.signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}
