import createUnrar, { type UnrarInstance } from 'node-unrar-js/dist/js/unrar.js';

/** Process events an instance listens to; its listeners only rethrow. */
const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * Starts an instance of the UnRAR wasm. Removes its process listeners, which would keep its memory and change how
 * errors end the process.
 */
export async function startUnrar(): Promise<UnrarInstance> {
  const before = EVENTS.map((event) => new Set<unknown>(process.rawListeners(event)));
  // The listeners are added before the call returns.
  const starting = createUnrar();
  for (const [index, event] of EVENTS.entries()) {
    for (const listener of process.rawListeners(event)) {
      if (before[index]?.has(listener) === false && isListener(listener)) process.removeListener(event, listener);
    }
  }
  return starting;
}

/** Node's types do not say what a listener takes. */
function isListener(value: unknown): value is () => void {
  return typeof value === 'function';
}
