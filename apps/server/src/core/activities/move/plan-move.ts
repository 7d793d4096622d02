import { join } from 'node:path';
import type { DumpSource } from '#db/dump/dump-tables.ts';
import type { Row } from '#db/dump/rows.ts';
import { findFileState } from '#files/opening/find-file.ts';
import { AppError } from '../../errors.ts';
import { mapPath, type PathMap } from './map-paths.ts';

/** A library of a move: where it lies before and after, and which of its books are there. */
export interface MovedLibrary {
  readonly name: string;
  readonly path: string;
  readonly movedPath: string;
  /** Live books. */
  readonly books: number;
  /** Books whose file is at its place after the move, with the same size. */
  readonly found: number;
}

/** The named columns of every row of a table. */
async function* readColumns(source: DumpSource, name: string, columns: readonly string[]): AsyncIterable<Row> {
  const table = source.tables.find((one) => one.name === name);
  if (table === undefined) return;
  const places = columns.map((column) => table.columns.findIndex((one) => one.name === column));
  for await (const rows of source.read(table)) {
    for (const row of rows) yield places.map((place) => row[place] ?? null);
  }
}

/** The same rows, with the folders of libraries as they are after the move. */
export function mapLibraries(source: DumpSource, maps: readonly PathMap[]): DumpSource {
  if (maps.length === 0) return source;
  return {
    ...source,
    read: async function* (table) {
      const place = table.name === 'library' ? table.columns.findIndex(({ name }) => name === 'path') : -1;
      for await (const rows of source.read(table)) {
        yield place === -1
          ? rows
          : rows.map((row) => row.map((cell, index) => (index === place ? mapPath(String(cell), maps) : cell)));
      }
    },
  };
}

/**
 * What a move does to the libraries, and which of their books are found on this machine.
 * @throws {AppError} two libraries would have one folder
 */
export async function planMove(source: DumpSource, maps: readonly PathMap[]): Promise<MovedLibrary[]> {
  const libraries = new Map<string, { name: string; path: string; movedPath: string; books: number; found: number }>();
  for await (const [id, name, path] of readColumns(source, 'library', ['id', 'name', 'path'])) {
    const movedPath = mapPath(String(path), maps);
    const twin = [...libraries.values()].find((other) => other.movedPath === movedPath);
    if (twin !== undefined) {
      throw new AppError('Conflict', `The libraries "${twin.name}" and "${String(name)}" would both be ${movedPath}`);
    }
    libraries.set(String(id), { name: String(name), path: String(path), movedPath, books: 0, found: 0 });
  }
  for await (const [owner, path, size, deletedAt] of readColumns(source, 'book', [
    'libraryId',
    'path',
    'fileSize',
    'deletedAt',
  ])) {
    const library = libraries.get(String(owner));
    if (library === undefined || deletedAt !== null) continue;
    library.books += 1;
    const state = await findFileState(join(library.movedPath, String(path)));
    if (state?.size === size) library.found += 1;
  }
  return [...libraries.values()];
}
