/** Folders and files that systems and tools leave beside books. */
const JUNK = new Set([
  '__macosx',
  '@eadir',
  '#recycle',
  '$recycle.bin',
  'system volume information',
  'lost+found',
  'thumbs.db',
  'desktop.ini',
]);

/** Whether a file or folder is left out whatever it holds: hidden, or not made by people. */
export function isJunk(name: string): boolean {
  return name.startsWith('.') || JUNK.has(name.toLowerCase());
}
