/** A sidecar as the walk found it; it is read again only when this changes. */
export interface SidecarFile {
  /** Name in the folder of its book or series. */
  readonly name: string;
  readonly size: number;
  /** Modification time in whole milliseconds. */
  readonly modifiedAt: number;
}

interface BookSidecars {
  readonly opf?: SidecarFile;
  readonly cover?: SidecarFile;
}

/** Sidecars of a series, in its folder. */
interface FolderSidecars {
  readonly seriesJson?: SidecarFile;
  readonly cover?: SidecarFile;
}

type Named<Sidecars> = { readonly [Key in keyof Sidecars]?: string };

/** The sidecars among the names of one folder. */
export interface SidecarPlan {
  /** By name of the book file, only books that have one. */
  readonly books: ReadonlyMap<string, Named<BookSidecars>>;
  readonly folder: Named<FolderSidecars>;
}

/** Extensions of covers, most likely first. */
const PICTURES = ['jpg', 'jpeg', 'png', 'webp'];
const FRONTS = ['cover', 'folder', 'poster'];
const SERIES_JSON = 'series.json';
const METADATA_OPF = 'metadata.opf';
const POSSIBLE = /^series\.json$|\.(?:opf|jpe?g|png|webp)$/i;

/** Whether a name may be a sidecar; the walk forgets all other names. */
export function mayBeSidecar(name: string): boolean {
  return POSSIBLE.test(name);
}

function toKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function toStemKey(name: string): string {
  const dot = name.lastIndexOf('.');
  return toKey(dot > 0 ? name.slice(0, dot) : name);
}

/** Names by case-insensitive key; the first in byte order wins. */
function indexNames(names: readonly string[]): ReadonlyMap<string, string> {
  const byKey = new Map<string, string>();
  for (const name of names.toSorted()) if (!byKey.has(toKey(name))) byKey.set(toKey(name), name);
  return byKey;
}

function present<Sidecars extends object>(names: { readonly [Key in keyof Sidecars]?: string | undefined }) {
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined)) as Named<Sidecars>;
}

/**
 * Finds the sidecars of a folder by name. `series.json` and `cover`, `folder` or `poster` (jpg, jpeg, png, webp) belong
 * to the series; `<book>.opf` and `<book>.jpg` to one book. When all books of a folder are one book in several formats,
 * with a `metadata.opf` as calibre keeps it, that file and the folder's cover belong to the book.
 * @param bookNames book files of the folder
 * @param otherNames other files; may omit those that `mayBeSidecar` rejects
 */
export function planSidecars(bookNames: readonly string[], otherNames: readonly string[]): SidecarPlan {
  const byKey = indexNames(otherNames);
  const picture = (stem: string): string | undefined =>
    PICTURES.map((ending) => byKey.get(`${stem}.${ending}`)).find((name) => name !== undefined);
  const front = FRONTS.map(picture).find((name) => name !== undefined);
  const isOneBook = new Set(bookNames.map(toStemKey)).size === 1;
  const shared = isOneBook ? byKey.get(METADATA_OPF) : undefined;
  const books = new Map<string, Named<BookSidecars>>();
  for (const name of byKey.size === 0 ? [] : bookNames) {
    const stem = toStemKey(name);
    const opf = byKey.get(`${stem}.opf`) ?? shared;
    const cover = picture(stem) ?? (shared === undefined ? undefined : front);
    if (opf !== undefined || cover !== undefined) books.set(name, present<BookSidecars>({ opf, cover }));
  }
  return { books, folder: present<FolderSidecars>({ seriesJson: byKey.get(SERIES_JSON), cover: front }) };
}
