import { findMember, findNumber } from '#lib/find-member.ts';

/** A place in a page book, independent of mode, size and device. */
export interface Position {
  /** From 1. */
  readonly page: number;
  /** Share of the page height above the top of the window, 0 to 1. */
  readonly fraction: number;
}

export function clampPage(page: number, pageCount: number): number {
  return Math.min(Math.max(1, pageCount), Math.max(1, Math.round(page)));
}

/** Parses "12" or "50%"; undefined for anything else. */
export function parseGoTo(text: string, pageCount: number): number | undefined {
  const match = /^\s*(\d{1,7})(?:[.,](\d+))?\s*(%?)\s*$/.exec(text);
  if (match === null) return undefined;
  const value = Number(`${match[1] ?? ''}.${match[2] ?? '0'}`);
  if (match[3] === '%') return value > 100 ? undefined : clampPage((value / 100) * pageCount, pageCount);
  return match[2] === undefined && value >= 1 && value <= pageCount ? value : undefined;
}

/** The place of a stored locator; undefined when it has none. */
export function parsePosition(locator: unknown, pageCount: number): Position | undefined {
  const locations = findMember(locator, 'locations');
  const page = findNumber(locations, 'position');
  const fraction = findNumber(locations, 'progression') ?? 0;
  if (page === undefined || !Number.isInteger(page) || page < 1 || page > pageCount) return undefined;
  return { page, fraction: fraction >= 0 && fraction <= 1 ? fraction : 0 };
}

/** Inverse of reading a locator. Three decimals are finer than a line. */
export function toPageLocator({ page, fraction }: Position) {
  return { type: 'image', locations: { position: page, progression: Math.round(fraction * 1000) / 1000 } };
}
