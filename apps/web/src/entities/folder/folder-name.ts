/** The last part of a path of any system, as a name for a library: "/mnt/books/Manga/" → "Manga". */
export function folderName(path: string): string {
  const parts = path.split(/[/\\]+/).filter((part) => part !== '');
  return parts.at(-1) ?? path;
}

/** Whether one folder lies inside the other or is the same, which no two libraries may. */
export function overlaps(a: string, b: string): boolean {
  const [one, two] = [withEnd(a), withEnd(b)];
  return one.startsWith(two) || two.startsWith(one);
}

/** The path of a folder below another one, `/` separated: empty for the same, undefined for one that is not below it. */
export function pathBelow(root: string, folder: string): string | undefined {
  const [above, below] = [withEnd(root), withEnd(folder)];
  return below.startsWith(above) ? below.slice(above.length).replace(/[/]$/, '') : undefined;
}

function withEnd(path: string): string {
  return `${path.replace(/\\/g, '/').replace(/[/]+$/, '')}/`;
}
