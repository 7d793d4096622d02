import { parentPort, type Transferable, workerData } from 'node:worker_threads';
import { FormatError } from '@lectern/formats/errors';
import { lowerThreadPriority } from './lower-thread-priority.ts';
import type { WorkerFailure, WorkerReply, WorkerSeat } from './worker-pool.ts';

/** What one request is answered with. */
export interface WorkerAnswer<Value> {
  readonly value: Value;
  /** Memory that is handed over instead of copied. */
  readonly transfer: readonly Transferable[];
}

/** How a job reports to its caller before it ends. */
export interface AnswerLine {
  /** Tells how far it is. */
  readonly report: (progress: unknown) => void;
}

/** Answers one request. */
export type RequestAnswerer<Request, Value> = (request: Request, line: AnswerLine) => Promise<WorkerAnswer<Value>>;

/** An error as it goes to another thread. */
export function failureOf(error: unknown): WorkerFailure {
  if (error instanceof FormatError) {
    const { code, message, offset } = error;
    return { kind: 'format', code, message, ...(offset === undefined ? {} : { offset }) };
  }
  if (!(error instanceof Error)) return { kind: 'bug', message: String(error) };
  const stack = error.stack === undefined ? {} : { stack: error.stack };
  if ('code' in error && typeof error.code === 'string') {
    return { kind: 'system', code: error.code, message: error.message, ...stack };
  }
  return { kind: 'bug', message: error.message, ...stack };
}

/** Makes this thread a worker of a `WorkerPool`; does nothing on the main thread. */
export function answerRequests<Request, Value>(answer: RequestAnswerer<Request, Value>): void {
  if (parentPort === null) return;
  const port = parentPort;
  const { isBackground } = workerData as WorkerSeat;
  if (isBackground) lowerThreadPriority();
  const reply = (message: WorkerReply, transfer: readonly Transferable[]): void => port.postMessage(message, transfer);
  port.on('message', ({ id, request }: { readonly id: number; readonly request: Request }) => {
    const line: AnswerLine = { report: (progress) => reply({ id, progress }, []) };
    void answer(request, line).then(
      ({ value, transfer }) => reply({ id, ok: true, value }, transfer),
      (error: unknown) => reply({ id, ok: false, error: failureOf(error) }, []),
    );
  });
}
