import type { ScanPreview, ScanPreviewRequest } from '@lectern/contract';
import { checkLibraryPath } from '#core/catalog/check-library-path.ts';
import { readSettings } from '#core/catalog/library-settings.ts';
import { LIBRARY_DEFAULTS } from '#core/catalog/library-defaults.ts';
import { sortKey } from '#core/catalog/sort-key.ts';
import { fileNameOf } from '#core/naming/file-names.ts';
import { type LibraryRules, libraryRulesOf } from '#core/naming/library-rules.ts';
import { type Place, placeInSeries } from '#core/naming/place-in-series.ts';
import { readsMetadata } from '#core/naming/series-rules.ts';
import { cleanTitle } from '#core/naming/title-rules.ts';
import type { Database } from '#db/open.ts';
import { type WalkOptions, walkLibrary } from '#files/walk.ts';
import type { Viewer } from '../viewer.ts';
import { walkOptionsOf } from './walk-options.ts';

/** A folder with more files is not looked through any further … */
const MAX_FILES = 200_000;
/** … nor is one that takes longer. */
const MAX_MS = 20_000;
/** Series that an answer lists, and file names of each. */
const MAX_SERIES = 1_000;
const MAX_SAMPLES = 5;
/** Unreadable places that an answer names. */
const MAX_NAMED = 20;

interface Detected {
  readonly place: Place;
  readonly sampleBooks: string[];
  bookCount: number;
}

interface Survey {
  readonly groups: Map<string, Detected>;
  readonly unreadable: string[];
  totalFiles: number;
  truncated: boolean;
}

function note(survey: Survey, rules: LibraryRules, path: string): void {
  const place = placeInSeries(rules.series, { path });
  const group = survey.groups.get(place.groupPath) ?? { place, sampleBooks: [], bookCount: 0 };
  survey.groups.set(place.groupPath, group);
  group.bookCount += 1;
  survey.totalFiles += 1;
  if (group.sampleBooks.length < MAX_SAMPLES) group.sampleBooks.push(fileNameOf(path));
}

async function look(root: string, options: WalkOptions, rules: LibraryRules, signal: AbortSignal): Promise<Survey> {
  const survey: Survey = { groups: new Map(), unreadable: [], totalFiles: 0, truncated: false };
  const late = AbortSignal.timeout(MAX_MS);
  try {
    for await (const batch of walkLibrary(root, options, AbortSignal.any([signal, late]))) {
      survey.unreadable.push(...batch.unreadable);
      for (const { path } of batch.files) note(survey, rules, path);
      survey.truncated = survey.totalFiles >= MAX_FILES;
      if (survey.truncated) break;
    }
  } catch (error) {
    if (signal.aborted || !late.aborted) throw error;
    survey.truncated = true;
  }
  return survey;
}

function describeSeries(rules: LibraryRules, { place, sampleBooks, bookCount }: Detected) {
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

function warningsOf({ unreadable, truncated, totalFiles }: Survey, rules: LibraryRules): string[] {
  const places = unreadable.slice(0, MAX_NAMED).map((path) => `"${path === '' ? '.' : path}" cannot be read`);
  const more = unreadable.length - places.length;
  return [
    ...(truncated ? [`The folder is large: only its first ${String(totalFiles)} files were looked at`] : []),
    ...(readsMetadata(rules.series)
      ? ['Series follow from what books say: they are known once the books are read']
      : []),
    ...places,
    ...(more > 0 ? [`${String(more)} more folders and files cannot be read`] : []),
  ];
}

/**
 * The series that a folder would have as a library: names of files are looked at, no file is opened, nothing is stored.
 * @throws {AppError} `BadRequest` or `Conflict` as for a library that is made of it
 */
export async function previewScan(
  ctx: { readonly db: Database },
  viewer: Viewer,
  { path, ...input }: ScanPreviewRequest,
  signal: AbortSignal,
): Promise<ScanPreview> {
  const settings = readSettings(input, LIBRARY_DEFAULTS);
  const rules = libraryRulesOf({ ...LIBRARY_DEFAULTS, ...settings });
  const root = await checkLibraryPath(ctx, path, viewer);
  const options = await walkOptionsOf(ctx.db.read, {
    allowedFormats: input.allowedFormats ?? null,
    excludedPatterns: input.excludedPatterns ?? null,
    followLinksOutside: input.scanningConfig?.followLinksOutside ?? false,
  });
  const survey = await look(root, options, rules, signal);
  const detectedSeries = [...survey.groups.values()]
    .map((group) => describeSeries(rules, group))
    .map((series) => ({ series, key: `${sortKey(series.name)}\n${series.path ?? ''}` }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .slice(0, MAX_SERIES)
    .map(({ series }) => series);
  const { totalFiles, truncated } = survey;
  return {
    detectedSeries,
    totalSeries: survey.groups.size,
    totalFiles,
    truncated,
    warnings: warningsOf(survey, rules),
  };
}
