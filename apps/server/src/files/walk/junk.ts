/** Files and folders that systems and tools create beside books. */
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

/** Whether an entry is always skipped: hidden or junk. */
export function isJunk(name: string): boolean {
  return name.startsWith('.') || JUNK.has(name.toLowerCase());
}
