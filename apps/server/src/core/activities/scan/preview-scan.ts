import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScanPreview, ScanPreviewRequest } from '@lectern/contract';
import { checkLibraryPath, checkLinkRights, type PathContext } from '#core/catalog/libraries/check-library-path.ts';
import { defaultsFor, readSettings } from '#core/catalog/libraries/library-settings.ts';
import { type LibraryRules, compileLibraryRules } from '#core/rules/naming/library-rules.ts';
import { readsMetadata } from '#core/rules/naming/series-rules.ts';
import { cleanTitle } from '#core/rules/naming/title-rules.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import type { Viewer } from '#core/viewer.ts';
import type { BookReaders } from '#files/books/book-readers.ts';
import { say } from '#words/say.ts';
import { loadWalkOptions } from './look-through.ts';
import { guessFromFolder } from './guess-from-folder.ts';
import { MAX_NAMED, type SurveyedSeries, surveyFolder, type Surveying } from './survey-folder.ts';
import { createWaitingLine } from './waiting-line.ts';

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
  const places = unreadable
    .slice(0, MAX_NAMED)
    .map((path) => say('“{path}” cannot be read', { path: path === '' ? '.' : path }));
  const more = unreadableCount - places.length;
  return [
    ...(truncated
      ? [
          say(
            'The folder is large or slow. Only its first {count, plural, one {# file was} other {# files were}} read',
            { count: totalFiles },
          ),
        ]
      : []),
    ...(readsMetadata(rules.series)
      ? [say('Series follow from the metadata of books. They are known once the books are read')]
      : []),
    ...places,
    ...(more > 0
      ? [
          say('{count, plural, one {# more folder or file} other {# more folders and files}} cannot be read', {
            count: more,
          }),
        ]
      : []),
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

interface PreviewContext extends PathContext {
  readonly readers: BookReaders;
}

/**
 * Previews the series of a folder by file names, and guesses its kind; a few files are opened for that. Ends soon after `signal`
 * is aborted.
 * @throws {AppError} `BadRequest`, `Conflict` or `Forbidden` as for a new library
 */
export async function previewScan(
  ctx: PreviewContext,
  viewer: Viewer,
  { path, ...input }: ScanPreviewRequest,
  signal: AbortSignal,
): Promise<ScanPreview> {
  const defaults = defaultsFor(input.kind);
  const settings = readSettings(input, defaults);
  checkLinkRights(viewer, input, false);
  const rules = compileLibraryRules({ ...defaults, ...settings });
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
      guess: input.kind === undefined ? await guessFromFolder(ctx, root, survey, signal) : null,
      truncated,
      warnings: listWarnings(survey, rules),
    };
  });
}
