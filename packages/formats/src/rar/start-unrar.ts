import createUnrar, { type UnrarInstance } from 'node-unrar-js/dist/js/unrar.js';

/** Events an instance listens to for as long as the process runs: it only throws again what it hears. */
const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * Starts an instance of the UnRAR wasm that can be forgotten: the listeners it puts on the process, which would keep its memory
 * and change how errors end the process, are taken off again.
 */
export async function startUnrar(): Promise<UnrarInstance> {
  const before = EVENTS.map((event) => new Set<unknown>(process.rawListeners(event)));
  // The listeners are put on before the call returns its promise.
  const starting = createUnrar();
  for (const [index, event] of EVENTS.entries()) {
    for (const listener of process.rawListeners(event)) {
      if (before[index]?.has(listener) === false && isListener(listener)) process.removeListener(event, listener);
    }
  }
  return starting;
}

/** The types of Node call a listener a function without saying what it takes. */
function isListener(value: unknown): value is () => void {
  return typeof value === 'function';
}
