export interface ReaderWindow {
  /** Pages on screen, counted from 1, in reading order. */
  readonly visible: readonly number[];
  readonly pageCount: number;
  /** Pages that are there or on their way. */
  readonly held: ReadonlySet<number>;
  /** How many pages beyond the screen, the way the reader is going. */
  readonly ahead: number;
  readonly going: 'forward' | 'backward';
}

/**
 * Every page worth holding, most wanted first: on screen, then the way the reader is going, then a screenful the other
 * way. What is not in it may be dropped.
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

/** Pages to load now, most wanted first. */
export function planLoads(window: ReaderWindow): readonly number[] {
  return planWindow(window).filter((page) => !window.held.has(page));
}
