/** A file beside books that says something of them, as the walk found it; it is opened only when this changes. */
export interface SidecarFile {
  /** In the folder of what it speaks of. */
  readonly name: string;
  readonly size: number;
  /** Modification time, milliseconds, fraction cut off. */
  readonly modifiedAt: number;
}

/** What lies beside a book. */
interface BookSidecars {
  /** An OPF package document. */
  readonly opf?: SidecarFile;
  readonly cover?: SidecarFile;
}

/** What lies in the folder of a series and speaks of all of it. */
interface FolderSidecars {
  readonly seriesJson?: SidecarFile;
  readonly cover?: SidecarFile;
}

type Named<Sidecars> = { readonly [Key in keyof Sidecars]?: string };

/** Which names of one folder are sidecars, and of what. */
export interface SidecarPlan {
  /** By name of the book file; books without any are left out. */
  readonly books: ReadonlyMap<string, Named<BookSidecars>>;
  readonly folder: Named<FolderSidecars>;
}

/** Endings of pictures that are covers, the likeliest first. */
const PICTURES = ['jpg', 'jpeg', 'png', 'webp'];
const FRONTS = ['cover', 'folder', 'poster'];
const SERIES_JSON = 'series.json';
const METADATA_OPF = 'metadata.opf';
const POSSIBLE = /^series\.json$|\.(?:opf|jpe?g|png|webp)$/i;

/** Whether a name may be that of a sidecar: the rest of a folder need not be kept in mind. */
export function mayBeSidecar(name: string): boolean {
  return POSSIBLE.test(name);
}

function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function stemKeyOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return keyOf(dot > 0 ? name.slice(0, dot) : name);
}

/** Names by what they are whatever their case; of two the first in the order of their bytes. */
function indexNames(names: readonly string[]): ReadonlyMap<string, string> {
  const byKey = new Map<string, string>();
  for (const name of names.toSorted()) if (!byKey.has(keyOf(name))) byKey.set(keyOf(name), name);
  return byKey;
}

function present<Sidecars extends object>(names: { readonly [Key in keyof Sidecars]?: string | undefined }) {
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined)) as Named<Sidecars>;
}

/**
 * Tells the sidecars of a folder by their names: `series.json` and `cover`, `folder` or `poster` (jpg, jpeg, png, webp) speak
 * of the series whose folder it is; `<book>.opf` and `<book>.jpg` of one book. Where all books of a folder are one book in
 * several formats and a `metadata.opf` lies beside it, as calibre keeps it, that and the folder's cover are the book's.
 * @param bookNames book files of the folder
 * @param otherNames its other files; those that `mayBeSidecar` refuses may be left out
 */
export function planSidecars(bookNames: readonly string[], otherNames: readonly string[]): SidecarPlan {
  const byKey = indexNames(otherNames);
  const picture = (stem: string): string | undefined =>
    PICTURES.map((ending) => byKey.get(`${stem}.${ending}`)).find((name) => name !== undefined);
  const front = FRONTS.map(picture).find((name) => name !== undefined);
  const isOneBook = new Set(bookNames.map(stemKeyOf)).size === 1;
  const shared = isOneBook ? byKey.get(METADATA_OPF) : undefined;
  const books = new Map<string, Named<BookSidecars>>();
  for (const name of byKey.size === 0 ? [] : bookNames) {
    const stem = stemKeyOf(name);
    const opf = byKey.get(`${stem}.opf`) ?? shared;
    const cover = picture(stem) ?? (shared === undefined ? undefined : front);
    if (opf !== undefined || cover !== undefined) books.set(name, present<BookSidecars>({ opf, cover }));
  }
  return { books, folder: present<FolderSidecars>({ seriesJson: byKey.get(SERIES_JSON), cover: front }) };
}
