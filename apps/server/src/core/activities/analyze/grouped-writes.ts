import { type SeriesCovers, watchSeriesCovers } from '#core/catalog/covers/cover-events.ts';
import type { Database, Tx } from '#db/open.ts';
import type { EventBus } from '#events/bus.ts';
import { createBackgroundThrottle } from '#core/background-throttle.ts';

/** A transaction that may write what several analyses found. */
export interface WriteGroup {
  readonly tx: Tx;
  /** What series show is compared once, around everything that the transaction changes. */
  readonly covers: SeriesCovers;
}

type Work<Value> = (group: WriteGroup) => Promise<Value>;

/** One of those that will have something to write soon. */
export interface WriteMember extends Disposable {
  /** Runs `work`, which may be run again when others' work in the same transaction failed; events belong into `afterCommit`. */
  readonly write: <Value>(work: Work<Value>) => Promise<Value>;
}

/**
 * Lets analyses in the background share transactions: a commit, the pages of indexes and the comparison of covers are paid for
 * once. Who is alone, or the last that the others wait for, writes at once.
 */
export interface GroupedWrites {
  /** Only books of one library share a transaction: no transaction locks one library while it waits for another. */
  readonly join: (libraryId: string) => WriteMember;
  /** Runs work of someone who must not wait for others. */
  readonly alone: <Value>(work: Work<Value>) => Promise<Value>;
}

interface Waiting {
  readonly run: (group: WriteGroup) => Promise<void>;
  /** Ends the wait: with what `run` made, or by running it in a transaction of its own. */
  readonly settle: (isCommitted: boolean) => void;
}

/** Books of one transaction: as many as requests hardly notice. */
const GROUP = { least: 1, most: 5 };
/** Who has something to write waits no longer for others. */
const MAX_WAIT_MS = 250;

interface WriteContext {
  readonly db: Database;
  readonly events: EventBus;
}

async function commit({ db, events }: WriteContext, run: (group: WriteGroup) => Promise<void>): Promise<void> {
  await db.transaction(async (tx) => {
    const covers = watchSeriesCovers(tx);
    await run({ tx, covers });
    const told = await covers.events();
    tx.afterCommit(() => {
      for (const event of told) events.emit(event);
    });
  });
}

async function writeAlone<Value>(ctx: WriteContext, work: Work<Value>): Promise<Value> {
  const made: Value[] = [];
  await commit(ctx, async (group) => {
    made[0] = await work(group);
  });
  return made[0] as Value;
}

async function commitTogether(ctx: WriteContext, waiting: readonly Waiting[]): Promise<void> {
  let isCommitted = false;
  try {
    await commit(ctx, async (group) => {
      for (const { run } of waiting) await run(group);
    });
    isCommitted = true;
  } catch {
    // Whose fault it was shows when each writes for itself.
  }
  for (const { settle } of waiting) settle(isCommitted);
}

/** Those of one library who share. */
class Sharing {
  readonly #ctx: WriteContext;
  readonly #pace = createBackgroundThrottle(GROUP);
  #members = 0;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(ctx: WriteContext) {
    this.#ctx = ctx;
  }

  get isEmpty(): boolean {
    return this.#members === 0;
  }

  enter(): void {
    this.#members += 1;
  }

  leave(): void {
    this.#members -= 1;
    this.#flush();
  }

  async write<Value>(work: Work<Value>): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      const made: Value[] = [];
      this.#waiting.push({
        run: async (group) => {
          made[0] = await work(group);
        },
        settle: (isCommitted) => {
          if (isCommitted) resolve(made[0] as Value);
          else writeAlone(this.#ctx, work).then(resolve, reject);
        },
      });
      this.#timer ??= setTimeout(() => this.#write(), MAX_WAIT_MS);
      this.#flush();
    });
  }

  /** Writes when enough books wait, or when no other book is being analysed. */
  #flush(): void {
    const { length } = this.#waiting;
    if (length > 0 && (length >= this.#pace.size || length >= this.#members)) this.#write();
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    void this.#pace.spend(async () => commitTogether(this.#ctx, waiting));
  }
}

/** One for all analyses of the process. */
export function createGroupedWrites(ctx: WriteContext): GroupedWrites {
  const sharings = new Map<string, Sharing>();
  return {
    alone: async (work) => writeAlone(ctx, work),
    join: (libraryId) => {
      const sharing = sharings.get(libraryId) ?? new Sharing(ctx);
      sharings.set(libraryId, sharing);
      sharing.enter();
      return {
        write: async (work) => sharing.write(work),
        [Symbol.dispose]: () => {
          sharing.leave();
          if (sharing.isEmpty) sharings.delete(libraryId);
        },
      };
    },
  };
}
