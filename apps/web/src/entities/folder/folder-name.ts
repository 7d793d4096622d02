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

function withEnd(path: string): string {
  return `${path.replace(/\\/g, '/').replace(/[/]+$/, '')}/`;
}
