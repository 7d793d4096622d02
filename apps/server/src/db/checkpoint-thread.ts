import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '#files/threads/lower-thread-priority.ts';
import type { CheckpointAnswer } from './checkpoints.ts';
import { connectSqlite } from './sqlite-connection.ts';

interface Outcome {
  readonly log: number;
  readonly checkpointed: number;
}

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
