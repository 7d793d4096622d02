import { z } from 'zod';
import { yieldToRequests } from '#core/background-throttle.ts';
import type { Database } from '#db/open.ts';
import {
  type AnalysisScope,
  countDue,
  type DueBook,
  findDueBook,
  listDueBooks,
} from '#db/repos/scanning/due-books.repo.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import type { AnalysisOutcome, BookAnalyzer } from '#core/catalog/pages/book-analyzer.ts';
import { say } from '#words/say.ts';

interface AnalyzeDueContext {
  readonly db: Database;
  readonly analyzer: BookAnalyzer;
}

/** Books in progress: one is read while two covers are drawn; the others wait for a shared transaction. */
const AT_ONCE = 10;
/** Small, so that books added by a running scan soon get their turn. */
const PAGE = 25;
const LOOK_MS = 2_000;
/** So many failures in a row mean a failing disk or database. */
const MAX_ERRORS = 20;

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** Stored with the task between turns. */
const Counts = z.object({
  ready: z.int(),
  failed: z.int(),
  /** Still due: gone, being written to, or unreadable for a reason outside the file. */
  left: z.int(),
});
type Counts = z.infer<typeof Counts>;

/** Counts of earlier turns; `left` starts again because those books are listed again. */
function countsAfter(earlier: unknown): Counts {
  const parsed = Counts.safeParse(earlier);
  return parsed.success ? { ...parsed.data, left: 0 } : { ready: 0, failed: 0, left: 0 };
}

class DueBooks {
  readonly #ctx: AnalyzeDueContext;
  readonly #scope: AnalysisScope;
  readonly #run: TaskRun;
  readonly #counts: Counts;
  readonly #seen = new Set<string>();
  #page: DueBook[] = [];
  /** This round has listed the ids between these two. */
  #newest: string | undefined;
  #oldest: string | undefined;
  #total = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #errors = 0;
  #lastError: Error | undefined;
  #yielded = false;

  constructor(ctx: AnalyzeDueContext, scope: AnalysisScope, run: TaskRun) {
    this.#ctx = ctx;
    this.#scope = scope;
    this.#run = run;
    this.#counts = countsAfter(run.earlier);
  }

  async analyze(): Promise<TaskOutcome> {
    const workers = Array.from({ length: AT_ONCE }, async () => this.#work());
    // Wait for all workers, so that no write outlives the task.
    const results = await Promise.allSettled(workers);
    const failure = results.find((result) => result.status === 'rejected');
    if (failure !== undefined) throw toError(failure.reason);
    if (this.#yielded) return { result: this.#counts, again: true };
    // The readable books are done; throwing makes the queue retry the rest.
    if (this.#lastError !== undefined) throw this.#lastError;
    return { result: this.#counts };
  }

  async #work(): Promise<void> {
    for (;;) {
      this.#run.signal.throwIfAborted();
      await this.#look();
      const book = this.#yielded ? undefined : await this.#next();
      if (book === undefined) return;
      this.#report(book.fileName);
      this.#count(await this.#analyze(book.id));
      await yieldToRequests();
    }
  }

  async #analyze(bookId: string): Promise<AnalysisOutcome> {
    try {
      const outcome = await this.#ctx.analyzer.analyze(bookId, { background: true, signal: this.#run.signal });
      this.#errors = 0;
      return outcome;
    } catch (error) {
      this.#run.signal.throwIfAborted();
      // One failing book must not block the books behind it.
      this.#errors += 1;
      this.#lastError = toError(error);
      if (this.#errors >= MAX_ERRORS) throw error;
      return 'gone';
    }
  }

  #count(outcome: AnalysisOutcome): void {
    if (outcome === 'ready') this.#counts.ready += 1;
    else if (outcome === 'failed') this.#counts.failed += 1;
    else this.#counts.left += 1;
  }

  #report(fileName: string): void {
    const current = this.#counts.ready + this.#counts.failed;
    this.#run.report(
      { current, total: Math.max(this.#total, current), message: say('Reading “{name}”', { name: fileName }) },
      this.#counts,
    );
  }

  async #look(): Promise<void> {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_MS) return;
    this.#lookedAt = now;
    const { ready, failed } = this.#counts;
    this.#total = ready + failed + (await countDue(this.#ctx.db.read, this.#scope));
    if (await this.#run.shouldYield()) this.#yielded = true;
  }

  async #nextWanted(): Promise<DueBook | undefined> {
    if (!('libraryId' in this.#scope)) return undefined;
    for (;;) {
      const wanted = this.#ctx.analyzer.takeWanted(this.#scope.libraryId);
      if (wanted === undefined) return undefined;
      if (this.#seen.has(wanted)) continue;
      const book = await findDueBook(this.#ctx.db.read, wanted);
      if (book !== undefined && !this.#seen.has(wanted)) return book;
    }
  }

  /** Books newer than the newest listed one, else books older than the oldest. */
  async #list(): Promise<DueBook[]> {
    const { read } = this.#ctx.db;
    if (this.#newest !== undefined) {
      const newer = await listDueBooks(read, this.#scope, { above: this.#newest, limit: PAGE });
      this.#newest = newer[0]?.id ?? this.#newest;
      if (newer.length > 0) return newer;
    }
    const older = await listDueBooks(read, this.#scope, { below: this.#oldest, limit: PAGE });
    this.#newest ??= older[0]?.id;
    this.#oldest = older.at(-1)?.id;
    return older;
  }

  /** Viewed books first, then the newest; ends after a full round without a new book. */
  async #next(): Promise<DueBook | undefined> {
    const wanted = await this.#nextWanted();
    if (wanted !== undefined) {
      this.#seen.add(wanted.id);
      return wanted;
    }
    for (let round = 0; round < 2; ) {
      const book = this.#page.shift();
      if (book !== undefined) {
        if (this.#seen.has(book.id)) continue;
        this.#seen.add(book.id);
        return book;
      }
      const page = await this.#list();
      this.#page.push(...page);
      if (page.length === 0) round += 1;
    }
    return undefined;
  }
}

/**
 * Analyses every due book, a few at a time. Each run tries a book once; one that stays due waits for the next scan.
 * @returns counts, and `again` when the task yielded to a more important one
 * @throws {Error} the last failure outside of a file's fault; readable books are written by then
 */
export async function analyzeDue(ctx: AnalyzeDueContext, scope: AnalysisScope, run: TaskRun): Promise<TaskOutcome> {
  return new DueBooks(ctx, scope, run).analyze();
}

const RESULTS = {
  ready: { ready: 1, failed: 0, left: 0 },
  failed: { ready: 0, failed: 1, left: 0 },
  changing: { ready: 0, failed: 0, left: 1 },
  gone: { ready: 0, failed: 0, left: 1 },
} as const;

/** Analyses one book on request, before all others. */
export async function analyzeOne(ctx: { readonly analyzer: BookAnalyzer }, bookId: string, run: TaskRun) {
  run.signal.throwIfAborted();
  run.report({ current: 0, total: 1, message: say('Reading the book') });
  const outcome = await ctx.analyzer.analyze(bookId, { background: false, signal: run.signal });
  run.report({ current: 1, total: 1, message: say('Done') });
  return { result: RESULTS[outcome] };
}
