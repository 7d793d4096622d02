export interface ReaderWindow {
  /** Visible pages from 1, in reading order. */
  readonly visible: readonly number[];
  readonly pageCount: number;
  /** Pages loaded or loading. */
  readonly held: ReadonlySet<number>;
  /** Number of pages to preload in the reading direction. */
  readonly ahead: number;
  readonly going: 'forward' | 'backward';
}

/**
 * Pages to hold by priority: visible, then in the reading direction, then a screenful behind. All others may be
 * evicted.
 */
export function planWindow({ visible, pageCount, ahead, going }: Omit<ReaderWindow, 'held'>): readonly number[] {
  const first = Math.min(...visible);
  const last = Math.max(...visible);
  if (visible.length === 0) return [];
  const step = going === 'forward' ? 1 : -1;
  const front = going === 'forward' ? last : first;
  const back = going === 'forward' ? first : last;
  const onward = Array.from({ length: ahead }, (_, index) => front + step * (index + 1));
  const behind = Array.from({ length: visible.length }, (_, index) => back - step * (index + 1));
  return [...visible, ...onward, ...behind].filter((page) => page >= 1 && page <= pageCount);
}

/** Pages to load now, highest priority first. */
export function planLoads(window: ReaderWindow): readonly number[] {
  return planWindow(window).filter((page) => !window.held.has(page));
}
