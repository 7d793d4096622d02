import { claimCheck } from '#db/repos/system/health.repo.ts';
import { checkHealth, type TellFindings } from './check-health.ts';
import type { HealthContext } from './health-context.ts';

/** The start has other work first. */
const FIRST_MS = 15_000;
const EVERY_MS = 60_000;
/** Wait after an event, for the events that follow it. */
const SETTLE_MS = 2_000;
/** One of several processes looks after an event. */
const PAUSE_MS = 1_000;

/** Events after which findings may have come or gone. */
const TELLING = /^(?:library_(?:created|updated|deleted)|release_source_polled)$/;
const ENDED = /"status":"(?:failed|completed)"/;

/** Checks the server every minute and after failures; one of several processes does it. Disposing ends it. */
export class HealthMonitor implements AsyncDisposable {
  readonly #ctx: HealthContext;
  readonly #tell: TellFindings;
  readonly #subscriptions: readonly Disposable[];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(ctx: HealthContext, tell: TellFindings) {
    this.#ctx = ctx;
    this.#tell = tell;
    this.#subscriptions = [
      ctx.events.subscribe('entity', ({ name }) => {
        if (TELLING.test(name)) this.#lookIn(SETTLE_MS, PAUSE_MS);
      }),
      ctx.events.subscribe('task', ({ json }) => {
        if (ENDED.test(json)) this.#lookIn(SETTLE_MS, PAUSE_MS);
      }),
    ];
    this.#lookIn(FIRST_MS, EVERY_MS / 2);
  }

  /** Checks now, after a check that runs. */
  async check(): Promise<void> {
    await this.#run(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription[Symbol.dispose]();
    await this.#running;
  }

  #lookIn(waitMs: number, pauseMs: number): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#run(pauseMs)
        .catch((error: unknown) => this.#ctx.log.server.error({ err: error }, 'the server could not be checked'))
        .finally(() => this.#lookIn(EVERY_MS, EVERY_MS / 2));
    }, waitMs).unref();
  }

  async #run(pauseMs: number): Promise<void> {
    const run = this.#running.then(async () => {
      if (this.#isStopped) return;
      const isOurs = await this.#ctx.db.transaction(async (tx) => claimCheck(tx, pauseMs));
      if (isOurs) await checkHealth(this.#ctx, this.#tell);
    });
    this.#running = run.catch(() => undefined);
    await run;
  }
}
