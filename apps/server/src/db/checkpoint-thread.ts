import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '#files/threads/lower-thread-priority.ts';
import type { CheckpointAnswer } from './checkpoints.ts';
import { connectSqlite } from './sqlite-connection.ts';

/** The row of `PRAGMA wal_checkpoint`: pages in the log, and how many of them are in the file. */
interface Outcome {
  readonly log: number;
  readonly checkpointed: number;
}

/** Makes a checkpoint for each message, as far as no reader is in the way. */
if (parentPort !== null) {
  lowerThreadPriority();
  const port = parentPort;
  const { path } = workerData as { readonly path: string };
  const database = connectSqlite(path, false);
  const checkpoint = database.prepare<[], Outcome>('PRAGMA wal_checkpoint(PASSIVE)');
  port.on('message', () => {
    const outcome = checkpoint.get();
    const answer: CheckpointAnswer = { left: outcome === undefined ? 0 : outcome.log - outcome.checkpointed };
    port.postMessage(answer);
  });
}
