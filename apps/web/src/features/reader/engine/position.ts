/** A place in a page book that survives every change of mode, size and device. */
export interface Position {
  /** Counted from 1. */
  readonly page: number;
  /** How much of the page's height lies above the upper edge of the window, 0 to 1. */
  readonly fraction: number;
}

export function clampPage(page: number, pageCount: number): number {
  return Math.min(Math.max(1, pageCount), Math.max(1, Math.round(page)));
}

/** What a reader who types "12" or "50%" means; undefined for anything else. */
export function parseGoTo(text: string, pageCount: number): number | undefined {
  const match = /^\s*(\d{1,7})(?:[.,](\d+))?\s*(%?)\s*$/.exec(text);
  if (match === null) return undefined;
  const value = Number(`${match[1] ?? ''}.${match[2] ?? '0'}`);
  if (match[3] === '%') return value > 100 ? undefined : clampPage((value / 100) * pageCount, pageCount);
  return match[2] === undefined && value >= 1 && value <= pageCount ? value : undefined;
}
