import { basename, join } from 'node:path';
import type { KindGuess } from '@lectern/contract';
import type { PathContext } from '#core/catalog/libraries/check-library-path.ts';
import type { BookReaders } from '#files/books/book-readers.ts';
import { type BookSigns, guessKind, readSigns } from '#core/rules/naming/guess-kind.ts';
import type { SurveyedSeries, Surveying } from './survey-folder.ts';

/** Books that are opened, each of another series. */
const SAMPLES = 6;
/** A viewer waits for the guess. */
const MAX_MS = 4_000;

interface GuessContext extends Pick<PathContext, 'config'> {
  readonly readers: BookReaders;
}

/** Paths of first books, from series that lie far apart. */
function chooseSamples(groups: readonly SurveyedSeries[]): string[] {
  const step = Math.max(1, groups.length / SAMPLES);
  const chosen = Array.from(
    { length: Math.min(SAMPLES, groups.length) },
    (_, index) => groups[Math.floor(index * step)],
  );
  return chosen.flatMap((series) => series?.firstPath ?? []);
}

/**
 * Guesses the kind of library from names of files, and the insides of a few. A broken or slow file says nothing.
 * @param root absolute; it may become a library
 * @throws {Error} the reason of `signal` soon after it is aborted
 */
export async function guessFromFolder(
  { config, readers }: GuessContext,
  root: string,
  { groups, names }: Surveying,
  signal: AbortSignal,
): Promise<KindGuess | null> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
  const read = async (path: string): Promise<BookSigns[]> => {
    const place = { path: join(root, path), root, dataDir: config.dataDir };
    try {
      return [readSigns(await readers.readSample(place, { signal: ended, background: true }))];
    } catch {
      signal.throwIfAborted();
      return [];
    }
  };
  const books = await Promise.all(chooseSamples([...groups.values()]).map(read));
  return guessKind({ folderName: basename(root), counts: names, books: books.flat() });
}
