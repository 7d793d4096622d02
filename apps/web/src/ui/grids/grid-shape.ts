/** How tiles are laid out in a width; lengths in CSS pixels. */
export interface GridShape {
  readonly columns: number;
  readonly columnWidth: number;
  readonly gap: number;
  /** From the top of one row to the top of the next. */
  readonly rowHeight: number;
}

/** Two lines of title and one of detail below a cover, with the space to the next row. */
const CAPTION = 92;

/**
 * As many columns as fit at a comfortable cover width, at least two; covers are 2:3.
 * @param scale how large covers are wanted, 1 for the usual
 */
export function gridShape(width: number, scale = 1): GridShape {
  const wanted = (width < 500 ? 140 : width < 1500 ? 160 : 190) * scale;
  const gap = width < 500 ? 12 : 20;
  const columns = Math.max(2, Math.floor((width + gap) / (wanted + gap)));
  const columnWidth = Math.floor((width - gap * (columns - 1)) / columns);
  return { columns, columnWidth, gap, rowHeight: Math.round(columnWidth * 1.5) + CAPTION };
}

/** Where the reader is in a grid, and how much of it fits the screen. */
export interface Standing {
  readonly active: number;
  readonly count: number;
  readonly columns: number;
  readonly rowsOnScreen: number;
}

/** The item that a key leads to; undefined for keys that do not move. The ends hold: nothing wraps around. */
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
  const step = steps[key];
  if (step === undefined || count === 0) return undefined;
  return Math.min(count - 1, Math.max(0, active + step));
}

interface Loaded {
  /** Identity of the item at an index, undefined while it is not loaded. */
  readonly keyAt: (index: number) => string | undefined;
  readonly from: number;
  readonly to: number;
  readonly columns: number;
}

/** How many items around the screen are searched for one that moved. */
const REACH = 240;

/**
 * Where an item went that was at an index before the list changed.
 * @returns its new index and by how many rows it moved; undefined when it is not among the loaded ones near the screen
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
