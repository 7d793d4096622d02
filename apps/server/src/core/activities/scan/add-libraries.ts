import { basename } from 'node:path';
import type { KindGuess } from '@lectern/contract';
import { checkLibraryPath } from '#core/catalog/libraries/check-library-path.ts';
import { createLibrary, type NewLibraryContext } from '#core/catalog/libraries/create-library.ts';
import { defaultsFor } from '#core/catalog/libraries/library-settings.ts';
import { compileLibraryRules } from '#core/rules/naming/library-rules.ts';
import { listLibraryPaths } from '#db/repos/catalog/libraries.repo.ts';
import type { BookReaders } from '#files/books/book-readers.ts';
import { identifyFolder, relateFolders } from '#files/walk/folder-identity.ts';
import { guessFromFolder } from './guess-from-folder.ts';
import { loadWalkOptions } from './look-through.ts';
import { surveyFolder } from './survey-folder.ts';

const LIMITS = { maxFiles: 50_000, maxMs: 5_000 };
/** The start of the server waits for all folders together; later ones get no guess. */
const START_MS = 10_000;
const ALL_FILES = { allowedFormats: null, excludedPatterns: null, followLinksOutside: false };

interface AddContext extends NewLibraryContext {
  readonly readers: BookReaders;
}

async function hasLibrary({ db }: AddContext, absolutePath: string): Promise<boolean> {
  const known = await listLibraryPaths(db.read);
  if (known.some(({ path }) => path === absolutePath)) return true;
  const identity = await identifyFolder(absolutePath);
  for (const { path } of known) if (relateFolders(identity, await identifyFolder(path)) === 'same') return true;
  return false;
}

async function guess(ctx: AddContext, path: string, signal: AbortSignal): Promise<KindGuess | null> {
  const root = await checkLibraryPath(ctx, path, undefined);
  const { series: rules } = compileLibraryRules(defaultsFor(undefined));
  try {
    signal.throwIfAborted();
    const survey = await surveyFolder(root, await loadWalkOptions(ctx, ALL_FILES), { rules, ...LIMITS }, signal);
    return await guessFromFolder(ctx, root, survey, signal);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/**
 * Adds a library for every folder that has none, and queues its first scan. It has the name of the folder, and the kind that
 * the files suggest.
 * @param absolutePaths the folder of an existing library may be missing, for example on an unmounted drive
 * @throws {AppError} `BadRequest` or `Conflict` for a folder that cannot become a library
 */
export async function addLibraries(ctx: AddContext, absolutePaths: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(START_MS);
  for (const path of absolutePaths) {
    if (await hasLibrary(ctx, path)) continue;
    const name = basename(path) === '' ? path : basename(path);
    const guessed = await guess(ctx, path, signal);
    const { kind, defaultReadingDirection } = guessed ?? {};
    await createLibrary(ctx, undefined, { name, path, kind, defaultReadingDirection, scanImmediately: true });
  }
}
