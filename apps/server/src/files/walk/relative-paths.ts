// Paths below the root of a library, `/` separated; `` is the root.

/** Last part of a path. */
export function getName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Path without its last part; `` is the root. */
export function getFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Path of an entry of a folder. */
export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
