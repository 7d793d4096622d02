import { parentPort, workerData } from 'node:worker_threads';
import type { SqliteDatabase } from 'kysely';
import { connectSqlite, keepStatements } from './sqlite-connection.ts';
import type { ThreadAnswer, ThreadQuestion } from './read-threads.ts';

/** What may be said of an error in another thread. */
function failureOf(error: unknown): ThreadAnswer['failure'] {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return { message, code };
}

/** Answers one query after the other, on a connection of its own that cannot write. */
if (parentPort !== null) {
  const port = parentPort;
  const { path, unwanted } = workerData as { readonly path: string; readonly unwanted: Int32Array };
  const isUnwanted = (): boolean => Atomics.load(unwanted, 0) === 1;
  let statements: SqliteDatabase | undefined;
  port.on('message', ({ text, parameters }: ThreadQuestion) => {
    let answer: ThreadAnswer;
    try {
      // A file that cannot be opened now fails this query, and is tried again by the next.
      statements ??= keepStatements(connectSqlite(path, true, isUnwanted));
      answer = { rows: statements.prepare(text).all(parameters) };
    } catch (error) {
      answer = { rows: [], failure: failureOf(error) };
    }
    port.postMessage(answer);
  });
}
