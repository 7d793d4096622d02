/** The series a book file belongs to, told by its path alone. */
export interface Place {
  /** Names the group in its library; what an existing series is found by. */
  readonly groupPath: string;
  /** Folder name, or the stem of a file in the root. */
  readonly name: string;
}

/** A file name without its last extension: `book.vol.1.cbz` gives `book.vol.1`. */
export function stemOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot > 0 ? fileName.slice(0, dot) : fileName;
}

/** The last part of a path. */
export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Strategy `series_volume`: one folder is one series, whatever lies above it; equal folder names in different places are
 * different series. Each file in the root is a series of its own, whose group begins with `/` as no folder's does.
 * @param path relative to the library root, `/` separated
 */
export function placeInSeries(path: string): Place {
  const slash = path.lastIndexOf('/');
  if (slash === -1) {
    const stem = stemOf(path);
    return { groupPath: `/${stem}`, name: stem };
  }
  const groupPath = path.slice(0, slash);
  return { groupPath, name: fileNameOf(groupPath) };
}
