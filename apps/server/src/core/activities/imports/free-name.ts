import { AppError } from '#core/errors.ts';
import type { LibraryRow } from '#db/repos/catalog/libraries.repo.ts';
import { findLibraryFileState } from '#files/opening/find-file.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import { joinPath } from '#files/walk/relative-paths.ts';
import { readExtension } from './import-context.ts';
import { say } from '#words/say.ts';

const MAX_TRIES = 1_000;

/** A place for a file, in a library. */
export interface FilePlace {
  /** Below the library, `/` separated. */
  readonly folder: string;
  readonly fileName: string;
}

/**
 * A free name for a file whose name is taken: the same with a number.
 * @param isTaken whether a file, or one that is on its way, has a name
 * @returns undefined when the first thousand are taken
 */
export async function findFreeName(
  fileName: string,
  isTaken: (fileName: string) => Promise<boolean>,
): Promise<string | undefined> {
  const extension = readExtension(fileName);
  const stem = fileName.slice(0, fileName.length - extension.length);
  for (let number = 2; number < MAX_TRIES; number += 1) {
    const name = `${stem} (${String(number)})${extension}`;
    if (!(await isTaken(name))) return name;
  }
  return undefined;
}

/** Whether a library has a file at a place. */
export async function hasFileAt({ path }: Pick<LibraryRow, 'path'>, { folder, fileName }: FilePlace): Promise<boolean> {
  return (await findLibraryFileState(path, pathInRoot(path, joinPath(folder, fileName)))) !== undefined;
}

/** The error for a name that is taken. @param free another one that is not */
export function nameTaken(library: Pick<LibraryRow, 'name'>, place: FilePlace, free: string | undefined): AppError {
  const [name, path] = [library.name, joinPath(place.folder, place.fileName)];
  if (free === undefined) {
    return new AppError('Conflict', say('The library "{name}" already has the file "{path}"', { name, path }));
  }
  const message = say('The library "{name}" already has the file "{path}". The name "{free}" is free', {
    name,
    path,
    free,
  });
  return new AppError('Conflict', message, { details: [{ path: 'fileName', message, free }] });
}
