import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScanPreview, ScanPreviewRequest } from '@lectern/contract';
import { checkLibraryPath, checkLinkRights, type PathContext } from '#core/catalog/libraries/check-library-path.ts';
import { LIBRARY_DEFAULTS, readSettings } from '#core/catalog/libraries/library-settings.ts';
import { type LibraryRules, compileLibraryRules } from '#core/rules/naming/library-rules.ts';
import { toFileName, type Place, placeInSeries } from '#core/rules/naming/place-in-series.ts';
import { readsMetadata, type SeriesRules } from '#core/rules/naming/series-rules.ts';
import { cleanTitle } from '#core/rules/naming/title-rules.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import type { Viewer } from '#core/viewer.ts';
import { walkLibrary, type WalkOptions } from '#files/walk/walk.ts';
import { loadWalkOptions } from './look-through.ts';
import { createWaitingLine } from './waiting-line.ts';

interface SurveyedSeries {
  readonly place: Place;
  readonly sampleBooks: string[];
  bookCount: number;
}

interface SurveyQuestion {
  readonly rules: SeriesRules;
  readonly maxFiles: number;
  readonly maxMs: number;
}

const MAX_SAMPLES = 5;
const MAX_NAMED = 20;
/** Files between two yields: each is matched with a user's pattern. */
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

const LIMITS = { maxFiles: 200_000, maxMs: 20_000 };
/** Previews that run at the same time; others wait. */
const AT_ONCE = 2;
const MAX_SERIES = 1_000;
const SERIES_A_TURN = 200;
const queue = createWaitingLine(AT_ONCE);

function describeSeries(rules: LibraryRules, { place, sampleBooks, bookCount }: SurveyedSeries) {
  const { publisher, name, groupPath, reason } = place;
  const author = reason.rule === 'calibre-author' ? { author: name } : {};
  const metadata = { ...(publisher === undefined ? {} : { publisher }), ...author };
  return {
    name: cleanTitle(rules.seriesTitles, name),
    originalName: name,
    // A file in the root is a group without a folder.
    path: groupPath === '' || groupPath.startsWith('/') ? null : groupPath,
    bookCount,
    sampleBooks,
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}

function listWarnings(
  { unreadable, unreadableCount, truncated, totalFiles }: Surveying,
  rules: LibraryRules,
): string[] {
  const places = unreadable.slice(0, MAX_NAMED).map((path) => `"${path === '' ? '.' : path}" cannot be read`);
  const more = unreadableCount - places.length;
  return [
    ...(truncated ? [`The folder is large or slow: only its first ${String(totalFiles)} files were looked at`] : []),
    ...(readsMetadata(rules.series)
      ? ['Series follow from what books say: they are known once the books are read']
      : []),
    ...places,
    ...(more > 0 ? [`${String(more)} more folders and files cannot be read`] : []),
  ];
}

/** The first series by title. There may be as many as files, so the loop yields. */
async function listSeries(rules: LibraryRules, { groups }: Surveying, signal: AbortSignal) {
  const keyed: { readonly key: string; readonly series: SurveyedSeries }[] = [];
  for (const series of groups.values()) {
    const { name, groupPath } = series.place;
    keyed.push({ key: `${sortKey(cleanTitle(rules.seriesTitles, name))}\n${groupPath}`, series });
    if (keyed.length % SERIES_A_TURN !== 0) continue;
    await nextTurn();
    signal.throwIfAborted();
  }
  return keyed
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .slice(0, MAX_SERIES)
    .map(({ series }) => describeSeries(rules, series));
}

/**
 * Previews the series of a folder by file names, without opening a file or storing anything. Ends soon after `signal` is aborted.
 * @throws {AppError} `BadRequest`, `Conflict` or `Forbidden` as for a new library
 */
export async function previewScan(
  ctx: PathContext,
  viewer: Viewer,
  { path, ...input }: ScanPreviewRequest,
  signal: AbortSignal,
): Promise<ScanPreview> {
  const settings = readSettings(input, LIBRARY_DEFAULTS);
  checkLinkRights(viewer, input, false);
  const rules = compileLibraryRules({ ...LIBRARY_DEFAULTS, ...settings });
  const root = await checkLibraryPath(ctx, path, viewer);
  const options = await loadWalkOptions(ctx, {
    allowedFormats: input.allowedFormats ?? null,
    excludedPatterns: input.excludedPatterns ?? null,
    followLinksOutside: input.scanningConfig?.followLinksOutside ?? false,
  });
  return queue(signal, async () => {
    const survey = await surveyFolder(root, options, { rules: rules.series, ...LIMITS }, signal);
    const { totalFiles, truncated } = survey;
    return {
      detectedSeries: await listSeries(rules, survey, signal),
      totalSeries: survey.groups.size,
      totalFiles,
      truncated,
      warnings: listWarnings(survey, rules),
    };
  });
}
