import { type SeriesCovers, watchSeriesCovers } from '#core/catalog/covers/cover-events.ts';
import type { Database, Tx } from '#db/open.ts';
import { lockLibraries } from '#db/repos/scanning/analysis-marks.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { createBackgroundThrottle } from '#core/background-throttle.ts';

/** A transaction shared by several analyses of one library, whose lock it holds. */
export interface WriteGroup {
  readonly tx: Tx;
  /** Compares shown covers once, around all changes of the transaction. */
  readonly covers: SeriesCovers;
}

type Work<Value> = (group: WriteGroup) => Promise<Value>;

/** An analysis that will soon have something to write. */
interface WriteMember extends Disposable {
  /** May run `work` twice when another member's work fails, so events belong into `afterCommit`. */
  readonly write: <Value>(work: Work<Value>) => Promise<Value>;
}

/** Lets background analyses share transactions, which saves commits, index pages and cover comparisons. */
export interface GroupedWrites {
  /** Only books of one library share a transaction, so no transaction waits for a second library's lock. */
  readonly join: (libraryId: string) => WriteMember;
  /** Writes at once, for a request that must not wait. */
  readonly alone: <Value>(libraryId: string, work: Work<Value>) => Promise<Value>;
}

interface Waiting {
  readonly run: (group: WriteGroup) => Promise<void>;
  /** Resolves the waiting analysis, or runs its work again alone when the shared commit failed. */
  readonly finish: (isCommitted: boolean) => void;
}

/** Books of one transaction, few enough that requests are not delayed. */
const GROUP = { least: 1, most: 10 };
/** Longest wait for other members. */
const MAX_WAIT_MS = 250;

interface WriteContext {
  readonly db: Database;
  readonly events: EventBus;
}

async function commit(
  { db, events }: WriteContext,
  libraryId: string,
  run: (group: WriteGroup) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockLibraries(tx, [libraryId]);
    const covers = watchSeriesCovers(tx);
    await run({ tx, covers });
    const told = await covers.events();
    tx.afterCommit(() => {
      for (const event of told) events.emit(event);
    });
  });
}

async function writeAlone<Value>(ctx: WriteContext, libraryId: string, work: Work<Value>): Promise<Value> {
  const made: Value[] = [];
  await commit(ctx, libraryId, async (group) => {
    made[0] = await work(group);
  });
  return made[0] as Value;
}

async function commitTogether(ctx: WriteContext, libraryId: string, waiting: readonly Waiting[]): Promise<void> {
  let isCommitted = false;
  try {
    await commit(ctx, libraryId, async (group) => {
      for (const { run } of waiting) await run(group);
    });
    isCommitted = true;
  } catch {
    // Each work runs again alone, which shows the one that failed.
  }
  for (const { finish } of waiting) finish(isCommitted);
}

/** Analyses of one library. One transaction runs at a time: a second would wait for the lock of the library, and others behind it. */
class Sharing {
  readonly #ctx: WriteContext;
  readonly #libraryId: string;
  readonly #pace = createBackgroundThrottle(GROUP);
  #members = 0;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isWriting = false;
  /** Whether the first of those that wait has waited long enough. */
  #isDue = false;

  constructor(ctx: WriteContext, libraryId: string) {
    this.#ctx = ctx;
    this.#libraryId = libraryId;
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
        finish: (isCommitted) => {
          if (isCommitted) resolve(made[0] as Value);
          else writeAlone(this.#ctx, this.#libraryId, work).then(resolve, reject);
        },
      });
      this.#timer ??= setTimeout(() => {
        this.#isDue = true;
        this.#flush();
      }, MAX_WAIT_MS);
      this.#flush();
    });
  }

  /** Writes when enough books wait, when every member waits, or when one has waited long enough. */
  #flush(): void {
    const { length } = this.#waiting;
    if (this.#isWriting || length === 0) return;
    if (this.#isDue || length >= this.#pace.size || length >= this.#members) void this.#write();
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting.splice(0, GROUP.most);
    // Those left over have waited for this transaction.
    this.#isDue = this.#waiting.length > 0;
    this.#isWriting = true;
    await this.#pace.spend(async () => commitTogether(this.#ctx, this.#libraryId, waiting));
    this.#isWriting = false;
    this.#flush();
  }
}

/** Creates the shared writes of the process. */
export function createGroupedWrites(ctx: WriteContext): GroupedWrites {
  const sharings = new Map<string, Sharing>();
  return {
    alone: async (libraryId, work) => writeAlone(ctx, libraryId, work),
    join: (libraryId) => {
      const sharing = sharings.get(libraryId) ?? new Sharing(ctx, libraryId);
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
