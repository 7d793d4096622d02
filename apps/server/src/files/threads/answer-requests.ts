import { parentPort, type Transferable, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from './lower-thread-priority.ts';
import { toWorkerFailure, type WorkerReply, type WorkerSeat } from './worker-messages.ts';

/** Answer to one request. */
export interface WorkerAnswer<Value> {
  readonly value: Value;
  /** Memory to transfer instead of copying. */
  readonly transfer: readonly Transferable[];
}

/** Lets a job report before it ends. */
export interface AnswerLine {
  readonly report: (progress: unknown) => void;
}

export type RequestAnswerer<Request, Value> = (request: Request, line: AnswerLine) => Promise<WorkerAnswer<Value>>;

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
      (error: unknown) => reply({ id, ok: false, error: toWorkerFailure(error) }, []),
    );
  });
}
