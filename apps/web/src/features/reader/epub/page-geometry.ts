import type { Size } from '../engine/page-shape.ts';
import type { ReaderSettings } from '#entities/preferences/reading-options.ts';

/** Page layout in CSS pixels. Inline runs along the lines, block across them. */
export interface PageGeometry {
  /** One screen along the lines, the distance of a turn. */
  readonly inline: number;
  readonly block: number;
  readonly columns: 1 | 2;
  readonly columnWidth: number;
  /** Between columns, and half of it at both ends, so that columns start at whole multiples. */
  readonly gap: number;
  /** Above and below the lines. */
  readonly edge: number;
}

/** Longest readable line; wider windows get margins or a second column. */
const LONGEST_LINE = 720;
const TWO_COLUMNS_FROM = 1000;
const LEAST_MARGIN = 12;

type Look = Pick<ReaderSettings, 'columns' | 'margin' | 'fontSize'>;

function columnsFor({ columns, fontSize }: Look, inline: number, block: number): 1 | 2 {
  if (columns !== 'auto') return columns === 'two' ? 2 : 1;
  return inline >= TWO_COLUMNS_FROM * Math.max(1, fontSize / 130) && inline > block ? 2 : 1;
}

/** Fits columns into a window; `vertical` is for vertical text. */
export function fitColumns(window: Size, look: Look, vertical: boolean): PageGeometry {
  const inline = vertical ? window.height : window.width;
  const block = vertical ? window.width : window.height;
  const columns = columnsFor(look, inline, block);
  const wanted = Math.max(LEAST_MARGIN, (inline * look.margin) / 100);
  const longest = LONGEST_LINE * Math.max(1, look.fontSize / 100);
  const least = (inline / columns - longest) / 2;
  const margin = Math.min(inline / columns / 3, Math.max(wanted, least));
  const gap = Math.round(margin * 2);
  return {
    inline,
    block,
    columns,
    columnWidth: Math.floor(inline / columns) - gap,
    gap,
    edge: Math.round(Math.min(56, Math.max(24, block * 0.06))),
  };
}

/** Number of screens for the columns. */
export function screensFor(columnCount: number, { columns }: PageGeometry): number {
  return Math.max(1, Math.ceil(columnCount / columns));
}

/** Screen (from 0) at a distance along the lines. */
export function screenAt(distance: number, { inline }: PageGeometry): number {
  return Math.max(0, Math.floor((distance + 1) / inline));
}
