import { writeStored } from './storage.ts';

/** How the application looks in this browser, apart from its defaults. */
export interface Look {
  readonly theme?: string;
  /** Size of covers. */
  readonly covers?: string;
  readonly motion?: string;
  /** A language tag: how dates and numbers are written. */
  readonly formats?: string;
}

const NAMES = ['theme', 'covers', 'motion', 'formats'] as const satisfies readonly (keyof Look)[];

/** Shows a look at once, and keeps it for public/look.js, which applies it before the first paint. */
export function showLook(look: Look): void {
  const root = document.documentElement;
  for (const name of NAMES) {
    const value = look[name];
    if (value === undefined) root.removeAttribute(`data-${name}`);
    else root.setAttribute(`data-${name}`, value);
  }
  writeStored('look', look);
}

/** Whether things should stay where they are: by the system, or by what was chosen. */
export function prefersLessMotion(): boolean {
  const { motion } = document.documentElement.dataset;
  return motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
