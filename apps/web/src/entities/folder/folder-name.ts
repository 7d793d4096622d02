/** Library name from the last part of a path of any system: "/mnt/books/Manga/" → "Manga". */
export function folderName(path: string): string {
  const parts = path.split(/[/\\]+/).filter((part) => part !== '');
  return parts.at(-1) ?? path;
}

/** Whether the folders are equal or nested, which two libraries may not be. */
export function overlaps(a: string, b: string): boolean {
  const [one, two] = [withEnd(a), withEnd(b)];
  return one.startsWith(two) || two.startsWith(one);
}

/** Relative path with `/`; empty for the same folder, undefined for a folder outside of `root`. */
export function pathBelow(root: string, folder: string): string | undefined {
  const [above, below] = [withEnd(root), withEnd(folder)];
  return below.startsWith(above) ? below.slice(above.length).replace(/[/]$/, '') : undefined;
}

function withEnd(path: string): string {
  return `${path.replace(/\\/g, '/').replace(/[/]+$/, '')}/`;
}
