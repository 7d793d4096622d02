import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileNameOf } from '#core/naming/file-names.ts';
import { type Place, placeInSeries } from '#core/naming/place-in-series.ts';
import type { SeriesRules } from '#core/naming/series-rules.ts';
import { type WalkOptions, walkLibrary } from '#files/walk/walk.ts';

/** How far a look through a folder goes. */
export interface SurveyLimits {
  readonly maxFiles: number;
  readonly maxMs: number;
}

/** A series that a folder would have. */
export interface SurveyedSeries {
  readonly place: Place;
  /** File names of the first books. */
  readonly sampleBooks: string[];
  bookCount: number;
}

/** What a look through a folder brought. */
export interface Survey {
  /** By group path. */
  readonly groups: ReadonlyMap<string, SurveyedSeries>;
  /** The first places that cannot be read, and how many there are. */
  readonly unreadable: readonly string[];
  readonly unreadableCount: number;
  readonly totalFiles: number;
  /** True when a limit ended it. */
  readonly truncated: boolean;
}

interface SurveyQuestion extends SurveyLimits {
  readonly rules: SeriesRules;
}

const MAX_SAMPLES = 5;
/** Unreadable places that are kept. */
const MAX_NAMED = 20;
/** Files between two looks at what else the process has to do: each is matched with a pattern that somebody wrote. */
const FILES_A_TURN = 100;

class Surveying {
  readonly groups = new Map<string, SurveyedSeries>();
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

  /** @returns false when there are to be no more */
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
    if (series.sampleBooks.length < MAX_SAMPLES) series.sampleBooks.push(fileNameOf(path));
    return true;
  }
}

/**
 * Looks through the names of a folder's files, as far as the limits go.
 * @param root absolute
 * @throws {Error} `signal`'s reason soon after it is aborted
 */
export async function surveyFolder(
  root: string,
  options: WalkOptions,
  question: SurveyQuestion,
  signal: AbortSignal,
): Promise<Survey> {
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
