import { writeStored } from './storage.ts';

/** Look of the application in this browser; absent values mean the default. */
export interface Look {
  readonly theme?: string;
  /** Cover size. */
  readonly covers?: string;
  readonly motion?: string;
  /** Language tag for dates and numbers. */
  readonly formats?: string;
  /** Language tag of the words; it holds from the next start of the page. */
  readonly language?: string;
}

const NAMES = ['theme', 'covers', 'motion', 'formats', 'language'] as const satisfies readonly (keyof Look)[];

/** Applies a look and stores it for public/look.js, which runs before the first paint. */
export function showLook(look: Look): void {
  const root = document.documentElement;
  for (const name of NAMES) {
    const value = look[name];
    if (value === undefined) root.removeAttribute(`data-${name}`);
    else root.setAttribute(`data-${name}`, value);
  }
  writeStored('look', look);
}

/** By system setting or user choice. */
export function prefersLessMotion(): boolean {
  const { motion, theme } = document.documentElement.dataset;
  return motion === 'less' || theme === 'e-ink' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
