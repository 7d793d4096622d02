import { inlineKey } from '#lib/direction.ts';

/** Tile layout for a width, in CSS pixels. */
export interface GridShape {
  readonly columns: number;
  readonly columnWidth: number;
  readonly gap: number;
  /** Distance between the tops of two rows. */
  readonly rowHeight: number;
}

/** Height of two title lines and one detail line, with the row gap. */
const CAPTION = 92;

/**
 * As many columns as fit, at least two; covers are 2:3.
 * @param scale cover size relative to the default
 */
export function gridShape(width: number, scale = 1): GridShape {
  const wanted = (width < 500 ? 140 : width < 1500 ? 160 : 190) * scale;
  const gap = width < 500 ? 12 : 20;
  const columns = Math.max(2, Math.floor((width + gap) / (wanted + gap)));
  const columnWidth = Math.floor((width - gap * (columns - 1)) / columns);
  return { columns, columnWidth, gap, rowHeight: Math.round(columnWidth * 1.5) + CAPTION };
}

/** Focused item and grid dimensions. */
export interface Standing {
  readonly active: number;
  readonly count: number;
  readonly columns: number;
  readonly rowsOnScreen: number;
}

/** Target of a navigation key; undefined for other keys. Does not wrap around. */
export function moveInGrid(key: string, { active, count, columns, rowsOnScreen }: Standing): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * rowsOnScreen,
    PageUp: -columns * rowsOnScreen,
    Home: -count,
    End: count,
  };
  const step = steps[inlineKey(key)];
  if (step === undefined || count === 0) return undefined;
  return Math.min(count - 1, Math.max(0, active + step));
}

interface Loaded {
  /** Item id; undefined while it is loading. */
  readonly keyAt: (index: number) => string | undefined;
  readonly from: number;
  readonly to: number;
  readonly columns: number;
}

/** Items around the viewport searched for a moved item. */
const REACH = 240;

/**
 * Finds an item by its old index after the list changed.
 * @returns its new index and row offset; undefined when it is not loaded near the viewport
 */
export function rowShift(
  anchor: { readonly key: string; readonly index: number },
  { keyAt, from, to, columns }: Loaded,
): { readonly index: number; readonly rows: number } | undefined {
  if (keyAt(anchor.index) === anchor.key) return { index: anchor.index, rows: 0 };
  for (let index = Math.max(0, from - REACH); index < to + REACH; index += 1) {
    if (keyAt(index) === anchor.key) {
      return { index, rows: Math.floor(index / columns) - Math.floor(anchor.index / columns) };
    }
  }
  return undefined;
}
