import { prefersLessMotion } from '#lib/look.ts';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ReaderView } from '../controls/reader-view.ts';
import { useGestures } from '../controls/use-gestures.ts';
import { useSize } from '../controls/use-size.ts';
import { useTaps } from '../controls/use-taps.ts';
import type { Turn } from '../engine/direction.ts';
import type { ReaderAction } from '#entities/keys/key-map.ts';
import { type PageShape, type Size, usualSize } from '../engine/page-shape.ts';
import { planWindow } from '../engine/plan-loads.ts';
import type { Position } from '../engine/position.ts';
import { layoutStrip, getOffset, pageAt, pagesBetween, positionAt, type Strip } from '../engine/strip.ts';
import type { ReaderSettings } from '#entities/preferences/reading-options.ts';
import { type ChangeReadingOption, useChangeReadingOption } from '#entities/preferences/reading-store.ts';
import { PageSlot } from './page-slot.tsx';
import type { PageSource } from './page-source.ts';
import type { PageStore } from './page-store.ts';
import css from './strip-view.module.css';

/** Requested scroll position; a new `serial` repeats the request. */
export interface StripTarget extends Position {
  readonly serial: number;
}

interface StripViewProps {
  readonly ref: Ref<ReaderView>;
  readonly store: PageStore;
  readonly source: PageSource;
  readonly shapes: readonly PageShape[];
  readonly target: StripTarget;
  readonly settings: ReaderSettings;
  readonly onBars: () => void;
  /** The user turns past an end of the strip. */
  readonly onBeyond: (turn: Turn) => void;
  /** `shown` is the page up to which the book counts as read. */
  readonly onPlace: (place: Position, shown: number) => void;
  /** Shown below the last page. */
  readonly end: ReactNode;
}

const STEP = 0.2;
const SCREEN = 0.85;
const WIDTH_STEP = 10;
/** Webtoons are drawn for phones and look coarse in a wide window. */
const LEAST_CAP = 720;

function stripWidth(window: Size, usual: Size, { fit, stripWidth: percent }: ReaderSettings): number {
  const full = fit === 'width' ? window.width : Math.min(window.width, Math.max(LEAST_CAP, usual.width));
  return Math.max(80, Math.round((full * percent) / 100));
}

/** One continuous strip. Boxes are reserved from the known page sizes; only pages near the window are rendered. */
export function StripView(props: StripViewProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const changeOption = useChangeReadingOption();
  const { shapes, settings } = props;
  const usual = useMemo(() => usualSize(shapes), [shapes]);
  const width = size === undefined ? undefined : stripWidth(size, usual, settings);
  const strip = useMemo(
    () => (width === undefined ? undefined : layoutStrip(shapes, width, settings.stripGap)),
    [shapes, width, settings.stripGap],
  );
  const [first, last, follow] = useStripPlace(scroller, strip, props);
  useStripWants(props, [first, last], width);

  const taps = useTaps({
    zones: settings.tapZones,
    direction: 'webtoon',
    turns: true,
    onTurn: (turn) => scroll(scroller.current, turn === 'next' ? SCREEN : -SCREEN, props.onBeyond),
    onBars: props.onBars,
    onDoubleTap: undefined,
  });
  const pointers = useGestures((gesture) => {
    if (size === undefined) return;
    if (gesture.kind === 'tap' || gesture.kind === 'doubleTap') taps.tap(gesture.at, size);
  });
  useImperativeHandle(props.ref, () => ({
    find: (action) => findStrip(action, scroller, { ...props, changeOption }),
  }));

  return (
    <div ref={scroller} className={css['view']} onScroll={follow} data-testid="strip-view" {...pointers}>
      {strip !== undefined && (
        <div className={css['strip']} style={{ width, height: strip.height }}>
          {range(first, last).map((page) => (
            <div key={page} className={css['page']} style={getBox(strip, page)}>
              <PageSlot store={props.store} page={page} />
            </div>
          ))}
        </div>
      )}
      <div className={css['end']}>{props.end}</div>
    </div>
  );
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function getBox({ tops, heights }: Strip, page: number): { top: number | undefined; height: number | undefined } {
  return { top: tops[page - 1], height: heights[page - 1] };
}

/** Keeps the same panel at the top when the layout changes, and reports the visible place. */
function useStripPlace(
  scroller: { readonly current: HTMLDivElement | null },
  strip: Strip | undefined,
  { target, onPlace }: StripViewProps,
): readonly [number, number, () => void] {
  const place = useRef<Position>(target);
  const [shown, setShown] = useState<readonly [number, number]>([1, 0]);

  const follow = () => {
    const element = scroller.current;
    if (element === null || strip === undefined) return;
    const { scrollTop: top, clientHeight: height } = element;
    place.current = positionAt(strip, top);
    const [first, last] = pagesBetween(strip, top - height, top + height * 2);
    setShown((known) => (known[0] === first && known[1] === last ? known : [first, last]));
    const isAtEnd = top + height >= strip.height - 2;
    onPlace(place.current, isAtEnd ? strip.tops.length : pageAt(strip, top + height / 2));
  };
  useLayoutEffect(() => {
    place.current = target;
  }, [target.serial]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || strip === undefined) return;
    element.scrollTop = getOffset(strip, place.current);
    follow();
  }, [strip, target.serial]);
  return [shown[0], shown[1], follow];
}

function useStripWants(props: StripViewProps, shown: readonly [number, number], width: number | undefined): void {
  const { store, source, shapes, settings } = props;
  const [first, last] = shown;
  useEffect(() => {
    if (width === undefined || last === 0) return;
    const pages = planWindow({
      visible: range(first, last),
      pageCount: shapes.length,
      ahead: settings.ahead,
      going: 'forward',
    });
    store.want(pages.map((page) => ({ page, width: source.widthFor(page, width * devicePixelRatio) })));
  }, [store, source, shapes.length, settings.ahead, first, last, width]);
}

function scroll(element: HTMLDivElement | null, share: number, onBeyond: (turn: Turn) => void): void {
  if (element === null) return;
  const { scrollTop, scrollHeight, clientHeight } = element;
  if (share > 0 && scrollTop + clientHeight >= scrollHeight - 2) onBeyond('next');
  else if (share < 0 && scrollTop <= 1) onBeyond('previous');
  else {
    const isStill = prefersLessMotion();
    element.scrollBy({ top: clientHeight * share, behavior: isStill ? 'auto' : 'smooth' });
  }
}

const SCROLLS: Partial<Readonly<Record<ReaderAction, number>>> = {
  advance: SCREEN,
  next: SCREEN,
  right: SCREEN,
  down: STEP,
  retreat: -SCREEN,
  previous: -SCREEN,
  left: -SCREEN,
  up: -STEP,
};

const WIDTHS: Partial<Readonly<Record<ReaderAction, (width: number) => number>>> = {
  zoomIn: (width) => Math.min(100, width + WIDTH_STEP),
  zoomOut: (width) => Math.max(30, width - WIDTH_STEP),
  zoomReset: () => 100,
};

interface StripParts extends StripViewProps {
  readonly changeOption: ChangeReadingOption;
}

function findStrip(
  action: ReaderAction,
  scroller: RefObject<HTMLDivElement | null>,
  props: StripParts,
): (() => void) | undefined {
  const share = SCROLLS[action];
  if (share !== undefined) return () => scroll(scroller.current, share, props.onBeyond);
  const widen = WIDTHS[action];
  if (widen === undefined) return undefined;
  return () => props.changeOption('stripWidth', widen(props.settings.stripWidth));
}
