import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScanPreview, ScanPreviewRequest } from '@lectern/contract';
import { checkLibraryPath, type PathContext } from '#core/catalog/check-library-path.ts';
import { readSettings } from '#core/catalog/library-settings.ts';
import { LIBRARY_DEFAULTS } from '#core/catalog/library-defaults.ts';
import { checkLinkRights } from '#core/catalog/library-rights.ts';
import { sortKey } from '#core/catalog/sort-key.ts';
import { type LibraryRules, libraryRulesOf } from '#core/naming/library-rules.ts';
import { readsMetadata } from '#core/naming/series-rules.ts';
import { cleanTitle } from '#core/naming/title-rules.ts';
import type { Viewer } from '#core/viewer.ts';
import { walkOptionsOf } from '../look/walk-options.ts';
import { type Survey, surveyFolder, type SurveyedSeries, type SurveyLimits } from './survey-folder.ts';
import { createWaitingLine } from './waiting-line.ts';

/** A folder with more files is not looked through any further, nor is one that takes longer. */
const LIMITS: SurveyLimits = { maxFiles: 200_000, maxMs: 20_000 };
/** Previews that look through folders at the same time; others wait for their turn. */
const AT_ONCE = 2;
/** Series that an answer lists. */
const MAX_SERIES = 1_000;
/** Series between two looks at what else the process has to do. */
const SERIES_A_TURN = 200;
/** Unreadable places that an answer names. */
const MAX_NAMED = 20;

const queue = createWaitingLine(AT_ONCE);

function describeSeries(rules: LibraryRules, { place, sampleBooks, bookCount }: SurveyedSeries) {
  const { publisher, name, groupPath, reason } = place;
  const author = reason.rule === 'calibre-author' ? { author: name } : {};
  const metadata = { ...(publisher === undefined ? {} : { publisher }), ...author };
  return {
    name: cleanTitle(rules.seriesTitles, name),
    originalName: name,
    // Of a file in the folder itself the group is no path.
    path: groupPath === '' || groupPath.startsWith('/') ? null : groupPath,
    bookCount,
    sampleBooks,
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}

function warningsOf({ unreadable, unreadableCount, truncated, totalFiles }: Survey, rules: LibraryRules): string[] {
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

/** The first series by title. Titles are made a few at a time: there may be as many as there are files. */
async function listSeries(
  rules: LibraryRules,
  { groups }: Survey,
  signal: AbortSignal,
): Promise<ScanPreview['detectedSeries']> {
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
 * The series that a folder would have as a library: names of files are looked at, no file is opened, nothing is stored.
 * It ends soon after `signal` is aborted, whether it waits or looks.
 * @throws {AppError} `BadRequest`, `Conflict` or `Forbidden` as for a library that is made of it
 */
export async function previewScan(
  ctx: PathContext,
  viewer: Viewer,
  { path, ...input }: ScanPreviewRequest,
  signal: AbortSignal,
): Promise<ScanPreview> {
  const settings = readSettings(input, LIBRARY_DEFAULTS);
  checkLinkRights(viewer, input, false);
  const rules = libraryRulesOf({ ...LIBRARY_DEFAULTS, ...settings });
  const root = await checkLibraryPath(ctx, path, viewer);
  const options = await walkOptionsOf(ctx, {
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
      warnings: warningsOf(survey, rules),
    };
  });
}
