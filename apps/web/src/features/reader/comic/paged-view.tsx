import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { classNames } from '#ui/style/class-names.ts';
import type { ReaderView } from '../controls/reader-view.ts';
import { useGestures } from '../controls/use-gestures.ts';
import { useSize } from '../controls/use-size.ts';
import { useTaps } from '../controls/use-taps.ts';
import { useWheel } from '../controls/use-wheel.ts';
import type { Direction, Turn } from '../engine/direction.ts';
import type { Point, Size } from '../engine/page-shape.ts';
import type { Position } from '../engine/position.ts';
import type { SpreadBox } from '../engine/spread-box.ts';
import { fitScale, isZoomed, toPlacement, toView, zoomAt } from '../engine/zoom.ts';
import type { ReaderSettings } from '#entities/preferences/reading-options.ts';
import type { PageSource } from './page-source.ts';
import type { PageStore } from './page-store.ts';
import css from './paged-view.module.css';
import { SpreadCell } from './spread-cell.tsx';
import { useDrag } from './use-drag.ts';
import { type Arrival, toEntryPlacement, usePlacement } from './use-placement.ts';
import { findScroll, type ScrollScene, useWheelScroll } from './use-scrolling.ts';
import { boxAt, type Scene, useWants } from './use-wants.ts';

interface PagedViewProps {
  readonly ref: Ref<ReaderView>;
  readonly store: PageStore;
  readonly source: PageSource;
  readonly scene: Scene;
  readonly arrival: Arrival;
  readonly direction: Direction;
  readonly settings: ReaderSettings;
  readonly onTurn: (turn: Turn, scrolled: boolean) => void;
  readonly onBars: () => void;
  readonly onLeave: () => void;
  readonly onPlace: (place: Position) => void;
}

/** Paged mode: one spread fills the window, with its neighbours rendered beside it. */
export function PagedView(props: PagedViewProps) {
  const root = useRef<HTMLDivElement>(null);
  const size = useSize(root);
  const box = boxAt(props.scene, props.scene.index);
  return (
    <div ref={root} className={css['view']}>
      {size !== undefined && box !== undefined && <Track {...props} window={size} box={box} />}
    </div>
  );
}

interface TrackProps extends PagedViewProps {
  readonly window: Size;
  readonly box: SpreadBox;
}

const DOUBLE_TAP_ZOOM = 2.5;

function Track({ window, box, ...props }: TrackProps) {
  const { scene, direction, settings, arrival, onTurn, onBars, onPlace } = props;
  const frame = { natural: box.natural, window };
  const { view, fitted, move, reset } = usePlacement({ frame, fit: scene.fit, rtl: scene.rtl }, arrival);
  const zoomed = isZoomed(view, fitted);
  const scrolling = { frame, view, fitted, direction, move, reset, onTurn };
  const root = useRef<HTMLDivElement>(null);

  useImperativeHandle(props.ref, () => ({ find: (action) => findScroll(scrolling, action) }));
  useWheel(root, useWheelScroll(scrolling));
  useWants(props.store, props.source, scene, { window, zoom: view.scale / fitted });

  const { page } = box.pages.find((item) => item.page === scene.spreads[scene.index]?.[0]) ?? { page: 1 };
  const fraction = Math.min(1, Math.max(0, toPlacement(view, frame, fitted).y));
  useEffect(() => onPlace({ page, fraction }), [page, fraction]);

  const [drag, pointers] = usePointers({ scrolling, settings, onBars, onLeave: props.onLeave });

  const animates = settings.motion === 'slide' && !drag.isDragging;
  return (
    <div
      ref={root}
      className={classNames(css['view'], animates && css['settling'], zoomed && css['zoomed'])}
      data-testid="paged-view"
      {...pointers}
    >
      {nearby(scene).map(([index, neighbour]) => {
        const natural = { natural: neighbour.natural, window };
        const away = Math.sign(index - scene.index);
        const entry = toEntryPlacement({ fromEnd: false, fraction: undefined }, scene.rtl);
        return (
          <SpreadCell
            key={scene.spreads[index]?.[0]}
            store={props.store}
            box={neighbour}
            view={away === 0 ? view : toView(entry, natural, fitScale(natural, scene.fit))}
            transform={trackTransform(away, direction, drag.pull)}
            isCurrent={away === 0}
          />
        );
      })}
    </div>
  );
}

interface Pointers {
  readonly scrolling: ScrollScene;
  readonly settings: ReaderSettings;
  readonly onBars: () => void;
  readonly onLeave: () => void;
}

function usePointers({ scrolling, settings, onBars, onLeave }: Pointers) {
  const { view, frame, fitted, direction, move, reset, onTurn } = scrolling;
  const zoomed = isZoomed(view, fitted);
  const isTouch = useRef(false);
  const turn = (way: Turn) => onTurn(way, false);
  const drag = useDrag({
    ...scrolling,
    onTurn: turn,
    onLeave: () => {
      if (isTouch.current) onLeave();
    },
  });
  const zoomIn = (point: Point) => move(zoomAt(view, frame, { point, factor: DOUBLE_TAP_ZOOM, fitted }));
  const taps = useTaps({
    zones: settings.tapZones,
    direction,
    turns: !zoomed,
    onTurn: turn,
    onBars,
    onDoubleTap: settings.doubleTap ? (point) => (zoomed ? reset() : zoomIn(point)) : undefined,
  });
  const pointers = useGestures((gesture, pointer) => {
    isTouch.current = pointer === 'touch';
    if (gesture.kind === 'tap') taps.tap(gesture.at, frame.window);
    else if (gesture.kind === 'doubleTap') taps.doubleTap(gesture.at, frame.window);
    else drag.read(gesture);
  });
  return [drag, pointers] as const;
}

function nearby(scene: Scene): readonly (readonly [number, SpreadBox])[] {
  return [scene.index - 1, scene.index, scene.index + 1].flatMap((index) => {
    const box = boxAt(scene, index);
    return box === undefined ? [] : [[index, box] as const];
  });
}

function trackTransform(away: number, direction: Direction, pull: { readonly x: number; readonly y: number }): string {
  const across = direction === 'ttb' ? 0 : away * (direction === 'rtl' ? -100 : 100);
  const down = direction === 'ttb' ? away * 100 : 0;
  return `translate(calc(${across}% + ${pull.x}px), calc(${down}% + ${pull.y}px))`;
}
