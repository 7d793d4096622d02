import { Histogram } from './histogram.ts';

/** Responses of one route and method. */
export interface RouteCounter {
  readonly method: string;
  readonly route: string;
  /** By the first digit of the status, less one. */
  readonly byStatus: [number, number, number, number, number];
  sentBytes: number;
  readonly durations: Histogram;
}

/** One response that was sent, or broke off. */
export interface CountedAnswer {
  readonly method: string;
  /** A route pattern of the server, never a path from a client: each route has a permanent counter. */
  readonly route: string;
  readonly status: number;
  readonly sentBytes: number;
  /** Undefined for streams. */
  readonly durationMs: number | undefined;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function newCounter(method: string, route: string): RouteCounter {
  return { method, route, byStatus: [0, 0, 0, 0, 0], sentBytes: 0, durations: new Histogram() };
}

function note(counter: RouteCounter, { status, sentBytes, durationMs }: CountedAnswer): void {
  const digit = Math.min(5, Math.max(1, Math.floor(status / 100))) - 1;
  counter.byStatus[digit] = (counter.byStatus[digit] ?? 0) + 1;
  counter.sentBytes += sentBytes;
  if (durationMs !== undefined) counter.durations.observe(durationMs);
}

/** Requests since the process started. */
export class RequestCounters {
  readonly all = newCounter('', '');
  /** Open requests, event streams included. */
  open = 0;
  readonly #routes = new Map<string, Map<string, RouteCounter>>();

  count(answer: CountedAnswer): void {
    note(this.all, answer);
    note(this.#getCounter(answer), answer);
  }

  routes(): RouteCounter[] {
    return [...this.#routes.values()].flatMap((byMethod) => [...byMethod.values()]);
  }

  #getCounter({ method, route }: CountedAnswer): RouteCounter {
    const known = METHODS.has(method) ? method : 'other';
    let byMethod = this.#routes.get(route);
    if (byMethod === undefined) {
      byMethod = new Map();
      this.#routes.set(route, byMethod);
    }
    let counter = byMethod.get(known);
    if (counter === undefined) {
      counter = newCounter(known, route);
      byMethod.set(known, counter);
    }
    return counter;
  }
}
