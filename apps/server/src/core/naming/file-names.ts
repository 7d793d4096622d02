/** A file name without its last extension: `book.vol.1.cbz` gives `book.vol.1`. */
export function stemOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot > 0 ? fileName.slice(0, dot) : fileName;
}

/** The last part of a path. */
export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folders of a path, from the root of its library down. */
export function foldersOf(path: string): readonly string[] {
  return path.split('/').slice(0, -1);
}
