import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { libraryReads } from './bounded-reads.ts';
import { closeAsync, openInside } from './open-inside.ts';
import type { Place } from './place.ts';

/** A folder whose files may be opened. */
export interface Folder {
  /** Absolute. */
  readonly path: string;
  /** Whether links may lead out of it. */
  readonly followLinksOutside: boolean;
}

/** Knows for every file that may be opened where it may really lie. */
export interface Places extends Disposable {
  /** @throws {Error} with code `ENOENT` when the file is of no library */
  readonly of: (absolutePath: string) => Promise<Place>;
  /**
   * Looks whether a file can be opened.
   * @throws {FormatError} `file.replaced`
   * @throws {Error} with a system `code`
   */
  readonly check: (absolutePath: string) => Promise<void>;
}

/** Whose files they are. */
export interface PlacesOptions {
  /** Absolute. Its files are never sent, except those below `own`. */
  readonly dataDir: string;
  /** Folders in the data folder that hold nothing but what is to be sent, absolute. */
  readonly own: readonly string[];
  readonly listLibraries: () => Promise<readonly Folder[]>;
  /** Calls back whenever a library may have changed. */
  readonly onChange: (forget: () => void) => Disposable;
}

function holds({ path }: Folder, file: string): boolean {
  const after = file[path.length];
  return file.startsWith(path) && (after === '/' || after === sep || /[/\\]$/.test(path));
}

/** What is known of the libraries is asked for again after a change, and for a file that none of them holds. */
export async function createPlaces(options: PlacesOptions): Promise<Places> {
  const dataDir = await realpath(options.dataDir).catch(() => options.dataDir);
  const own = options.own.map((path) => ({ path, followLinksOutside: false }));
  let listing: Promise<readonly Folder[]> | undefined;
  const subscription = options.onChange(() => {
    listing = undefined;
  });
  const list = async (): Promise<readonly Folder[]> => {
    const begun = (listing ??= options.listLibraries());
    try {
      return await begun;
    } catch (error) {
      if (listing === begun) listing = undefined;
      throw error;
    }
  };
  const find = async (absolutePath: string): Promise<Place | undefined> => {
    const libraries = await list();
    const folder = [...own, ...libraries].find((one) => holds(one, absolutePath));
    if (folder === undefined) return undefined;
    const others = libraries.filter(({ path }) => path !== folder.path).map(({ path }) => path);
    const notInto = folder.followLinksOutside ? others : undefined;
    return { path: absolutePath, root: folder.path, notInto, dataDir };
  };
  const of = async (absolutePath: string): Promise<Place> => {
    const found = await find(absolutePath);
    if (found !== undefined) return found;
    listing = undefined;
    const place = await find(absolutePath);
    if (place !== undefined) return place;
    throw Object.assign(new Error(`"${absolutePath}" lies in no library`), { code: 'ENOENT' });
  };
  return {
    of,
    check: async (absolutePath) => {
      const place = await of(absolutePath);
      await libraryReads.run(place.root, async () => closeAsync((await openInside(place)).fd));
    },
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  };
}
