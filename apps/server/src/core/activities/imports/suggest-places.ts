import type { EmbeddedMetadata } from '@lectern/formats';
import { normalizeTitle } from '#core/rules/text/normalize-title.ts';
import { inPages, PAGE_ROWS } from '#db/in-pages.ts';
import type { ReadDb } from '#db/open.ts';
import { listLibraryFormats, listSeriesTitles } from '#db/repos/catalog/imports.repo.ts';
import { getFolder, getName } from '#files/walk/relative-paths.ts';
import { readTitle } from '../releases/read-item.ts';
import { readExtension, takesFile, toSafePart } from './import-context.ts';

/** A file that was read. */
export interface FoundFile {
  /** Relative to the import folder. */
  readonly path: string;
  readonly metadata: Pick<EmbeddedMetadata, 'series' | 'title'>;
}

/** Where a file may go. */
interface Suggestion {
  /** Null when several libraries, or none, would take it. */
  readonly libraryId: string | null;
  readonly seriesTitle: string;
  readonly folder: string;
  readonly fileName: string;
}

interface SeriesPlace {
  readonly libraryId: string;
  readonly title: string;
  readonly path: string;
}

/** A file name or folder without its volume, number and brackets. Names without spaces have dots or underscores instead. */
function readSeriesName(text: string): string | undefined {
  const stem = text.slice(0, text.length - readExtension(text).length);
  const words = stem.includes(' ') ? stem : stem.replaceAll(/[._]+/gu, ' ');
  return readTitle(words).titles.find((title) => normalizeTitle(title) !== '');
}

/** Possible titles of the series, the surest first. */
function listTitles({ path, metadata }: FoundFile): string[] {
  const folder = getFolder(path);
  const named = [
    metadata.series,
    folder === '' ? undefined : readSeriesName(getName(folder)),
    readSeriesName(getName(path)),
    metadata.title,
  ];
  return named.flatMap((title) => (title === undefined || normalizeTitle(title) === '' ? [] : [title.trim()]));
}

/** Adds a series under each wanted title. `Saga (2012)` is also meant by `Saga`, unless another series has exactly that title. */
function addSeries(
  found: Map<string, SeriesPlace[]>,
  wanted: ReadonlySet<string>,
  series: SeriesPlace & { readonly name: string },
): void {
  const exact = new Set([normalizeTitle(series.title), normalizeTitle(series.name)]);
  for (const key of exact) if (wanted.has(key)) found.set(key, [series, ...(found.get(key) ?? [])]);
  const short = normalizeTitle(readSeriesName(series.name) ?? '');
  if (wanted.has(short) && !exact.has(short)) found.set(short, [...(found.get(short) ?? []), series]);
}

/** Series with one of some titles, by normalised title; a series of files without a folder has no place for more. */
async function findSeries(db: ReadDb, wanted: ReadonlySet<string>): Promise<ReadonlyMap<string, SeriesPlace[]>> {
  const found = new Map<string, SeriesPlace[]>();
  if (wanted.size === 0) return found;
  const pages = inPages(
    async (after) => listSeriesTitles(db, { after, limit: PAGE_ROWS }),
    ({ id }) => id,
  );
  for await (const page of pages) {
    for (const series of page) if (!series.path.startsWith('/')) addSeries(found, wanted, series);
  }
  return found;
}

function toFileName(path: string): string {
  const name = getName(path);
  const extension = readExtension(name);
  return `${toSafePart(name.slice(0, name.length - extension.length))}${extension}`;
}

/**
 * Suggests a place for each file: the folder of a series with its title, else that of a new series. Libraries that do not take the
 * format of a file are passed over.
 * @param libraryId only places in this library
 */
export async function suggestPlaces(
  db: ReadDb,
  files: readonly FoundFile[],
  libraryId?: string,
): Promise<Suggestion[]> {
  const titles = files.map(listTitles);
  const [formats, series] = await Promise.all([
    listLibraryFormats(db),
    findSeries(db, new Set(titles.flat().map(normalizeTitle))),
  ]);
  const libraries = formats.filter(({ id }) => libraryId === undefined || id === libraryId);
  return files.map(({ path }, index) => {
    const fileName = toFileName(path);
    const taking = libraries.filter(({ allowedFormats }) => takesFile(allowedFormats, fileName));
    const candidates = titles[index] ?? [];
    const known = candidates
      .flatMap((title) => series.get(normalizeTitle(title)) ?? [])
      .find(({ libraryId }) => taking.some(({ id }) => id === libraryId));
    if (known !== undefined) {
      return { libraryId: known.libraryId, seriesTitle: known.title, folder: known.path, fileName };
    }
    const seriesTitle = candidates[0] ?? getName(path);
    const [only, other] = taking;
    const taker = other === undefined ? (only?.id ?? null) : null;
    return { libraryId: taker, seriesTitle, folder: toSafePart(seriesTitle), fileName };
  });
}
