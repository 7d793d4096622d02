import { setImmediate as nextTurn } from 'node:timers/promises';
import { countName, startCounts } from '#core/rules/naming/guess-kind.ts';
import { toFileName, type Place, placeInSeries } from '#core/rules/naming/place-in-series.ts';
import type { SeriesRules } from '#core/rules/naming/series-rules.ts';
import { walkLibrary, type WalkOptions } from '#files/walk/walk.ts';

/** A series that a folder would have. */
export interface SurveyedSeries {
  readonly place: Place;
  readonly sampleBooks: string[];
  /** Relative to the folder. */
  firstPath?: string;
  bookCount: number;
}

interface SurveyQuestion {
  readonly rules: SeriesRules;
  readonly maxFiles: number;
  readonly maxMs: number;
}

const MAX_SAMPLES = 5;
/** Unreadable places that are named. */
export const MAX_NAMED = 20;
/** Files between two yields: each is matched with a user's pattern. */
const FILES_A_TURN = 100;

/** What was found in a folder. */
export class Surveying {
  readonly groups = new Map<string, SurveyedSeries>();
  readonly names = startCounts();
  readonly unreadable: string[] = [];
  unreadableCount = 0;
  totalFiles = 0;
  truncated = false;
  readonly #question: SurveyQuestion;

  constructor(question: SurveyQuestion) {
    this.#question = question;
  }

  addUnreadable(paths: readonly string[]): void {
    this.unreadable.push(...paths.slice(0, Math.max(0, MAX_NAMED - this.unreadable.length)));
    this.unreadableCount += paths.length;
  }

  async addAll(files: readonly { readonly path: string }[], signal: AbortSignal): Promise<boolean> {
    for (const [index, { path }] of files.entries()) {
      if (!this.#add(path)) return false;
      if (index % FILES_A_TURN !== FILES_A_TURN - 1) continue;
      await nextTurn();
      signal.throwIfAborted();
    }
    return true;
  }

  #add(path: string): boolean {
    if (this.totalFiles >= this.#question.maxFiles) this.truncated = true;
    if (this.truncated) return false;
    const place = placeInSeries(this.#question.rules, { path });
    const series = this.groups.get(place.groupPath) ?? { place, sampleBooks: [], bookCount: 0 };
    this.groups.set(place.groupPath, series);
    series.bookCount += 1;
    this.totalFiles += 1;
    countName(this.names, path);
    series.firstPath ??= path;
    if (series.sampleBooks.length < MAX_SAMPLES) series.sampleBooks.push(toFileName(path));
    return true;
  }
}

/**
 * Finds the series of a folder by file names, within limits.
 * @param root absolute
 * @throws {Error} the reason of `signal` soon after it is aborted
 */
export async function surveyFolder(root: string, options: WalkOptions, question: SurveyQuestion, signal: AbortSignal) {
  const survey = new Surveying(question);
  const late = AbortSignal.timeout(question.maxMs);
  const ended = AbortSignal.any([signal, late]);
  try {
    for await (const batch of walkLibrary(root, options, ended)) {
      survey.addUnreadable(batch.unreadable);
      if (!(await survey.addAll(batch.files, ended))) break;
    }
  } catch (error) {
    if (signal.aborted || !late.aborted) throw error;
    survey.truncated = true;
  }
  return survey;
}
