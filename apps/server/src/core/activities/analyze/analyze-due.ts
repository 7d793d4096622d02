import { z } from 'zod';
import { othersFirst } from '#core/background-throttle.ts';
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

/** What analysing many books uses. */
interface AnalyzeDueContext {
  readonly db: Database;
  readonly analyzer: BookAnalyzer;
}

/** One is read while the covers of two are drawn; the others wait to be written together. */
const AT_ONCE = 10;
/** Few, so that books which a running scan adds soon get their turn. */
const PAGE = 25;
/** How often it is asked what else there is to do. */
const LOOK_MS = 2_000;
/** So many failing files in a row are a failing disk or database. */
const MAX_ERRORS = 20;

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** Kept with the task from turn to turn. */
const Counts = z.object({
  ready: z.int(),
  failed: z.int(),
  /** Left waiting: gone, being written to, or not readable for a reason that is not the file's. */
  left: z.int(),
});
type Counts = z.infer<typeof Counts>;

/** What earlier turns counted; books that they left waiting are counted again. */
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
  /** Ids between these two have been listed in this round. */
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
    // All of them, so that nothing is still writing when the task ends.
    const results = await Promise.allSettled(workers);
    const failure = results.find((result) => result.status === 'rejected');
    if (failure !== undefined) throw errorOf(failure.reason);
    if (this.#yielded) return { result: this.#counts, again: true };
    // What could be read is done; the rest is tried again later.
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
      await othersFirst();
    }
  }

  async #analyze(bookId: string): Promise<AnalysisOutcome> {
    try {
      const outcome = await this.#ctx.analyzer.analyze(bookId, { background: true, signal: this.#run.signal });
      this.#errors = 0;
      return outcome;
    } catch (error) {
      this.#run.signal.throwIfAborted();
      // Whatever is wrong with it, the books behind it must not wait for this one.
      this.#errors += 1;
      this.#lastError = errorOf(error);
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
    this.#run.report({ current, total: Math.max(this.#total, current), message: `Reading ${fileName}` }, this.#counts);
  }

  async #look(): Promise<void> {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_MS) return;
    this.#lookedAt = now;
    const { ready, failed } = this.#counts;
    this.#total = ready + failed + (await countDue(this.#ctx.db.read, this.#scope));
    if (await this.#run.shouldYield()) this.#yielded = true;
  }

  /** The book that someone looked at last, if it still waits. */
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

  /** Books that came after the newest one that was listed, else those before the oldest. */
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

  /** Books that someone looks at first; then the newest, and from there again until a round brings nothing new. */
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
 * Analyses every book that waits for it, a few at a time. A book that was looked at in this run and still waits (its file is
 * gone or being written to) is left to the next scan.
 * @returns numbers, and `again` when it made way for something more important
 * @throws {Error} what failed for some file without being the file's fault: what could be read is written
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

/** Analyses one book because someone asked for it: before all others. */
export async function analyzeOne(
  ctx: { readonly analyzer: BookAnalyzer },
  bookId: string,
  run: TaskRun,
): Promise<TaskOutcome> {
  run.signal.throwIfAborted();
  run.report({ current: 0, total: 1, message: 'Reading the book' });
  const outcome = await ctx.analyzer.analyze(bookId, { background: false, signal: run.signal });
  run.report({ current: 1, total: 1, message: 'Done' });
  return { result: RESULTS[outcome] };
}
