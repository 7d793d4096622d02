import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { libraryReads } from './bounded-reads.ts';
import { closeAsync, openInside } from './open-inside.ts';
import type { Place } from './place.ts';

/** A folder whose files may be opened. */
export interface Folder {
  /** Absolute. */
  readonly path: string;
  readonly followLinksOutside: boolean;
}

/** Knows the allowed place of every file. */
export interface Places extends Disposable {
  /** @throws {Error} with code `ENOENT` when no library holds the file */
  readonly of: (absolutePath: string) => Promise<Place>;
  /**
   * Checks that a file can be opened.
   * @throws {FormatError} `file.replaced`
   * @throws {Error} with a system `code`
   */
  readonly check: (absolutePath: string) => Promise<void>;
}

/** What `createPlaces` needs. */
export interface PlacesOptions {
  /** Absolute. Its files are never sent, except those below `own`. */
  readonly dataDir: string;
  /** Absolute folders inside the data folder whose files may be sent. */
  readonly own: readonly string[];
  readonly listLibraries: () => Promise<readonly Folder[]>;
  /** Calls back when a library may have changed. */
  readonly onChange: (forget: () => void) => Disposable;
}

function holds({ path }: Folder, file: string): boolean {
  const after = file[path.length];
  return file.startsWith(path) && (after === '/' || after === sep || /[/\\]$/.test(path));
}

/** Caches the libraries until one changes, or a file belongs to none of them. */
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
  const getPlace = async (absolutePath: string): Promise<Place> => {
    const found = await find(absolutePath);
    if (found !== undefined) return found;
    listing = undefined;
    const place = await find(absolutePath);
    if (place !== undefined) return place;
    throw Object.assign(new Error(`"${absolutePath}" lies in no library`), { code: 'ENOENT' });
  };
  return {
    of: getPlace,
    check: async (absolutePath) => {
      const place = await getPlace(absolutePath);
      await libraryReads.run(place.root, async () => closeAsync((await openInside(place)).fd));
    },
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  };
}
