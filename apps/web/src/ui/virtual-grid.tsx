import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type GridShape, gridShape, moveInGrid } from './grid-shape.ts';
import { useSteadyRows } from './use-steady-rows.ts';
import css from './virtual-grid.module.css';

interface VirtualGridProps {
  readonly label: string;
  readonly count: number;
  /** Draws one item; only a `focusable` one takes part in the order of the Tab key. */
  readonly renderItem: (index: number, focusable: boolean) => ReactNode;
  /** Identity of the item at an index, undefined while it is not loaded. */
  readonly keyAt: (index: number) => string | undefined;
  /** The range of items on and near the screen, told whenever it changes; `to` is not in it. */
  readonly onRange?: (from: number, to: number) => void;
}

/**
 * A grid of tiles of which only the visible ones exist, under the true scroll bar of the window. One tile is in the Tab
 * order; arrows, Home, End, Page Up and Page Down move among the others.
 */
export function VirtualGrid({ label, count, renderItem, keyAt, onRange }: VirtualGridProps) {
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const { shape, offset } = useGridShape(list);
  const rows = Math.ceil(count / shape.columns);
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => shape.rowHeight,
    overscan: 3,
    scrollMargin: offset,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, shape.rowHeight]);

  const visible = virtualizer.getVirtualItems();
  const from = (visible[0]?.index ?? 0) * shape.columns;
  const to = Math.min(count, ((visible.at(-1)?.index ?? -1) + 1) * shape.columns);
  useEffect(() => onRange?.(from, to), [onRange, from, to]);
  useSteadyRows({ keyAt, from, to, columns: shape.columns, rowHeight: shape.rowHeight, offset });

  const focusIndex = (index: number) => {
    setActive(index);
    virtualizer.scrollToIndex(Math.floor(index / shape.columns), { align: 'auto' });
    // at once where the tile exists, so that the next key already finds it; else when it was drawn
    if (!focusTile(list.current, index)) requestAnimationFrame(() => focusTile(list.current, index));
  };
  const handleKey = (event: KeyboardEvent) => {
    const rowsOnScreen = Math.max(1, Math.floor(innerHeight / shape.rowHeight));
    const next = moveInGrid(event.key, { active, count, columns: shape.columns, rowsOnScreen });
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    focusIndex(next);
  };

  // the tile in the Tab order must exist, even when the reader scrolled away from the last one used
  const tabStop = active >= from && active < to ? active : from;
  return (
    <div
      ref={list}
      role="list"
      aria-label={label}
      className={css['grid']}
      style={{ blockSize: virtualizer.getTotalSize() }}
      onKeyDown={handleKey}
    >
      {visible.flatMap((row) =>
        rowItems(row.index, shape.columns, count).map((index) => (
          <div
            key={index}
            role="listitem"
            aria-setsize={count}
            aria-posinset={index + 1}
            data-index={index}
            className={css['cell']}
            style={cellStyle(shape, index, row.start - offset)}
            onFocus={() => setActive(index)}
          >
            {renderItem(index, index === tabStop)}
          </div>
        )),
      )}
    </div>
  );
}

/** Answers whether the tile is there to be focused. */
function focusTile(grid: HTMLElement | null, index: number): boolean {
  const link = grid?.querySelector<HTMLElement>(`[data-index="${index}"] a`) ?? null;
  link?.focus({ preventScroll: true });
  return link !== null;
}

function cellStyle({ columns, columnWidth, gap }: GridShape, index: number, top: number) {
  return { inlineSize: columnWidth, translate: `${(index % columns) * (columnWidth + gap)}px ${top}px` };
}

function rowItems(row: number, columns: number, count: number): readonly number[] {
  const first = row * columns;
  return Array.from({ length: Math.min(columns, count - first) }, (_, column) => first + column);
}

function useGridShape(list: { readonly current: HTMLElement | null }): { shape: GridShape; offset: number } {
  const [held, setHeld] = useState({ shape: gridShape(1024), offset: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = () => {
      const box = element.getBoundingClientRect();
      const scale = Number(getComputedStyle(element).getPropertyValue('--cover-scale'));
      const next = { shape: gridShape(box.width, scale), offset: box.top + scrollY };
      setHeld((now) => (now.offset === next.offset && sameShape(now.shape, next.shape) ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return held;
}

function sameShape(a: GridShape, b: GridShape): boolean {
  return a.columns === b.columns && a.columnWidth === b.columnWidth;
}
