/** 1 where lines run from left to right, -1 where they run from right to left. */
export function inlineSign(): 1 | -1 {
  return typeof document !== 'undefined' && document.documentElement.dir === 'rtl' ? -1 : 1;
}

/** The key as it is meant in a line from left to right: an arrow key moves to where it points. */
export function inlineKey(key: string): string {
  if (inlineSign() === 1) return key;
  if (key === 'ArrowLeft') return 'ArrowRight';
  return key === 'ArrowRight' ? 'ArrowLeft' : key;
}
