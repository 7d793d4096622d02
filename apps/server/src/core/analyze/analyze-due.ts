import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#db/open.ts';
import { type AnalysisScope, countDue, type DueBook, listDueBooks } from '#db/repos/analysis.repo.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import type { AnalysisOutcome } from './analyze-book.ts';
import type { BookAnalyzer } from './book-analyzer.ts';

/** What analysing many books uses. */
export interface AnalyzeDueContext {
  readonly db: Database;
  readonly analyzer: BookAnalyzer;
}

/** One is read while the covers of two are drawn. */
const AT_ONCE = 3;
const PAGE = 100;
/** How often it is asked what else there is to do. */
const LOOK_MS = 2_000;
/** So many failing files in a row are a failing disk. */
const MAX_DISK_ERRORS = 20;

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

interface Counts {
  ready: number;
  failed: number;
  /** Left waiting: gone, being written to, or not readable by the disk. */
  left: number;
}

class DueBooks {
  readonly #ctx: AnalyzeDueContext;
  readonly #scope: AnalysisScope;
  readonly #run: TaskRun;
  readonly #counts: Counts = { ready: 0, failed: 0, left: 0 };
  readonly #seen = new Set<string>();
  #page: DueBook[] = [];
  #after = '';
  #total = 0;
  #lookedAt = 0;
  #diskErrors = 0;
  #lastDiskError: Error | undefined;
  #yielded = false;

  constructor(ctx: AnalyzeDueContext, scope: AnalysisScope, run: TaskRun) {
    this.#ctx = ctx;
    this.#scope = scope;
    this.#run = run;
  }

  async analyze(): Promise<TaskOutcome> {
    const workers = Array.from({ length: AT_ONCE }, async () => this.#work());
    // All of them, so that nothing is still writing when the task ends.
    const results = await Promise.allSettled(workers);
    const failure = results.find((result) => result.status === 'rejected');
    if (failure !== undefined) throw errorOf(failure.reason);
    if (this.#yielded) return { result: this.#counts, again: true };
    // What could be read is done; the rest is tried again later.
    if (this.#lastDiskError !== undefined) throw this.#lastDiskError;
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
      await nextTurn();
    }
  }

  async #analyze(bookId: string): Promise<AnalysisOutcome> {
    try {
      const outcome = await this.#ctx.analyzer.analyze(bookId, { background: true, signal: this.#run.signal });
      this.#diskErrors = 0;
      return outcome;
    } catch (error) {
      this.#run.signal.throwIfAborted();
      const isDisk = error instanceof Error && 'code' in error;
      if (!isDisk) throw error;
      this.#diskErrors += 1;
      this.#lastDiskError = error;
      if (this.#diskErrors >= MAX_DISK_ERRORS) throw error;
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
    if (Date.now() - this.#lookedAt < LOOK_MS) return;
    this.#lookedAt = Date.now();
    const { ready, failed } = this.#counts;
    this.#total = ready + failed + (await countDue(this.#ctx.db.read, this.#scope));
    if (await this.#run.shouldYield()) this.#yielded = true;
  }

  /** Books that someone looks at first; then by id, and from the start again until a round brings nothing new. */
  async #next(): Promise<DueBook | undefined> {
    const wanted = 'libraryId' in this.#scope ? this.#ctx.analyzer.takeWanted(this.#scope.libraryId) : undefined;
    if (wanted !== undefined && !this.#seen.has(wanted)) {
      this.#seen.add(wanted);
      return { id: wanted, fileName: 'the book someone looks at' };
    }
    for (let round = 0; round < 2; ) {
      const book = this.#page.shift();
      if (book !== undefined) {
        if (this.#seen.has(book.id)) continue;
        this.#seen.add(book.id);
        return book;
      }
      const page = await listDueBooks(this.#ctx.db.read, this.#scope, { after: this.#after, limit: PAGE });
      this.#after = page.at(-1)?.id ?? '';
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
 * @throws {Error} the disk's error when it failed for some file: what could be read is written
 */
export async function analyzeDue(ctx: AnalyzeDueContext, scope: AnalysisScope, run: TaskRun): Promise<TaskOutcome> {
  return new DueBooks(ctx, scope, run).analyze();
}
