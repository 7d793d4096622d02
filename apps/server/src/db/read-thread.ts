import { parentPort, workerData } from 'node:worker_threads';
import type { SqliteDatabase } from 'kysely';
import { connectSqlite, keepStatements } from './sqlite-connection.ts';
import type { ThreadAnswer, ThreadQuestion } from './read-threads.ts';

function toFailure(error: unknown): ThreadAnswer['failure'] {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return { message, code };
}

if (parentPort !== null) {
  const port = parentPort;
  const { path, cancelled } = workerData as { readonly path: string; readonly cancelled: Int32Array };
  const isCancelled = (): boolean => Atomics.load(cancelled, 0) === 1;
  let statements: SqliteDatabase | undefined;
  port.on('message', ({ text, parameters }: ThreadQuestion) => {
    let answer: ThreadAnswer;
    try {
      // A file that cannot be opened fails this query; the next query tries again.
      statements ??= keepStatements(connectSqlite(path, true, isCancelled));
      answer = { rows: statements.prepare(text).all(parameters) };
    } catch (error) {
      answer = { rows: [], failure: toFailure(error) };
    }
    port.postMessage(answer);
  });
}
