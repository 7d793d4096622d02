import { Histogram } from './histogram.ts';

/** Answers of one route to one method. */
export interface RouteCounter {
  readonly method: string;
  readonly route: string;
  /** By the first digit of the status, less one. */
  readonly byStatus: [number, number, number, number, number];
  sentBytes: number;
  readonly durations: Histogram;
}

/** One answer that has gone out, or broke off. */
export interface CountedAnswer {
  readonly method: string;
  /** A pattern of the server, never an address that a client made up: each has a counter that stays. */
  readonly route: string;
  readonly status: number;
  readonly sentBytes: number;
  /** Undefined for what lasts as long as its client likes. */
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

/** What was asked and answered since the process began. */
export class RequestCounters {
  readonly all = newCounter('', '');
  /** Being answered now, event streams among them. */
  open = 0;
  readonly #routes = new Map<string, Map<string, RouteCounter>>();

  /** Notes an answer. */
  count(answer: CountedAnswer): void {
    note(this.all, answer);
    note(this.#counterOf(answer), answer);
  }

  /** Every route that was asked for, in no order. */
  routes(): RouteCounter[] {
    return [...this.#routes.values()].flatMap((byMethod) => [...byMethod.values()]);
  }

  #counterOf({ method, route }: CountedAnswer): RouteCounter {
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
