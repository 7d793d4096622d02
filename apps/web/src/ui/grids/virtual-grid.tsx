import { t } from '@lingui/core/macro';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { inlineSign } from '#lib/direction.ts';
import { classNames } from '#ui/style/class-names.ts';
import { type GridSelection, useCellGestures } from './grid-selection.ts';
import { type GridShape, gridShape, moveInGrid, type Standing } from './grid-shape.ts';
import { useFocusWhenDrawn } from './use-focus-when-drawn.ts';
import { useSteadyRows } from './use-steady-rows.ts';
import css from './virtual-grid.module.css';

/** Imperative control of a grid. */
export interface GridHandle {
  /** Scrolls an item to the top and focuses it. */
  readonly goTo: (index: number) => void;
}

/** Height of the sticky header, in CSS pixels. */
const HEADER = 72;

interface VirtualGridProps {
  readonly ref?: Ref<GridHandle> | undefined;
  readonly label: string;
  readonly count: number;
  /** Renders one item; only a `focusable` one is in the tab order. */
  readonly renderItem: (index: number, focusable: boolean) => ReactNode;
  /** Item id; undefined while it is loading. */
  readonly keyAt: (index: number) => string | undefined;
  /** Called with the range near the viewport; `to` is exclusive. */
  readonly onRange?: (from: number, to: number) => void;
  /** Absent when the grid has no bulk actions. */
  readonly selection?: GridSelection | undefined;
}

/**
 * A virtualised grid of tiles that scrolls with the window. One tile is in the tab order; arrows, Home, End, Page Up
 * and Page Down move. With a selection, `x` or Space toggles the focused item, Shift extends to it, Ctrl+A selects all,
 * Escape clears.
 */
export function VirtualGrid({ ref, label, count, renderItem, keyAt, onRange, selection }: VirtualGridProps) {
  const gesturesFor = useCellGestures(selection);
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const { shape, offset } = useGridShape(list);
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(count / shape.columns),
    estimateSize: () => shape.rowHeight,
    overscan: 3,
    scrollMargin: offset,
    scrollPaddingStart: HEADER,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, shape.rowHeight]);

  const visible = virtualizer.getVirtualItems();
  const { from, to } = itemsIn(visible, shape.columns, count);
  useEffect(() => onRange?.(from, to), [onRange, from, to]);
  // the tile in the tab order must be rendered, even after scrolling away
  const tabStop = active >= from && active < to ? active : from;
  useSteadyRows({ keyAt, from, to, columns: shape.columns, rowHeight: shape.rowHeight, offset });

  const focus = useFocusWhenDrawn((index) => focusTile(list.current, index));
  const focusIndex = (index: number, align: 'auto' | 'start' = 'auto') => {
    setActive(index);
    virtualizer.scrollToIndex(Math.floor(index / shape.columns), { align });
    focus(index);
  };
  useImperativeHandle(ref, () => ({ goTo: (index) => focusIndex(index, 'start') }));
  const handleKey = (event: KeyboardEvent) => {
    if (pickByKey(event, selection, active)) return;
    const next = findTarget(event, { active, count, columns: shape.columns, rowsOnScreen: rowsOnScreen(shape) });
    if (next !== undefined) focusIndex(next);
  };

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
            className={selection?.nameAt(index) === undefined ? css['cell'] : pickableClass}
            style={cellStyle(shape, index, row.start - offset)}
            onFocus={() => setActive(index)}
            {...gesturesFor(index)}
          >
            {renderItem(index, index === tabStop)}
            <Picker selection={selection} index={index} itemKey={keyAt(index)} focusable={index === tabStop} />
          </div>
        )),
      )}
    </div>
  );
}

const pickableClass = classNames(css['cell'], css['pickable']);

interface PickerProps {
  readonly selection: GridSelection | undefined;
  readonly index: number;
  /** Undefined while the item is loading. */
  readonly itemKey: string | undefined;
  readonly focusable: boolean;
}

/** Checkbox over a tile, visible on hover, on focus and in selection mode. */
function Picker({ selection, index, itemKey, focusable }: PickerProps) {
  const name = selection?.nameAt(index);
  if (selection === undefined || name === undefined || itemKey === undefined) return null;
  const isPicked = selection.isPicked(itemKey);
  return (
    <label
      data-picker
      data-active={selection.isActive}
      className={classNames(css['picker'], isPicked && css['picked'])}
    >
      <input
        type="checkbox"
        aria-label={t`Select ${name}`}
        checked={isPicked}
        tabIndex={focusable && selection.isActive ? undefined : -1}
        onChange={(event) => selection.toggle(index, isWithShift(event.nativeEvent))}
      />
    </label>
  );
}

function isWithShift(event: Event): boolean {
  return event instanceof MouseEvent && event.shiftKey;
}

function rowsOnScreen({ rowHeight }: GridShape): number {
  return Math.max(1, Math.floor(innerHeight / rowHeight));
}

/** Target of a navigation key without modifiers. */
function findTarget(event: KeyboardEvent, standing: Standing): number | undefined {
  const next = moveInGrid(event.key, standing);
  if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  event.preventDefault();
  return next;
}

/** Returns whether the key was handled. */
function pickByKey(event: KeyboardEvent, selection: GridSelection | undefined, active: number): boolean {
  const isCommand = event.ctrlKey || event.metaKey;
  const onBox = event.target instanceof HTMLInputElement;
  const key = event.key.toLowerCase();
  if (selection === undefined || event.altKey) return false;
  if (isCommand && key === 'a') selection.pickAll();
  else if (key === 'escape' && selection.isActive) selection.clear();
  else if (!isCommand && (key === 'x' || (key === ' ' && !onBox))) selection.toggle(active, event.shiftKey);
  else return false;
  event.preventDefault();
  return true;
}

/** Returns whether the tile is rendered. */
function focusTile(grid: HTMLElement | null, index: number): boolean {
  const link = grid?.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, [data-ghost])`) ?? null;
  link?.focus({ preventScroll: true });
  return link !== null;
}

/** Item range of the rows, end exclusive. */
function itemsIn(rows: readonly { readonly index: number }[], columns: number, count: number) {
  const from = (rows[0]?.index ?? 0) * columns;
  return { from, to: Math.min(count, ((rows.at(-1)?.index ?? -1) + 1) * columns) };
}

function cellStyle({ columns, columnWidth, gap }: GridShape, index: number, top: number) {
  return { inlineSize: columnWidth, translate: `${inlineSign() * (index % columns) * (columnWidth + gap)}px ${top}px` };
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
