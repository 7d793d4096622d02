import type { Point } from './page-shape.ts';

/** One pointer event; `at` in CSS pixels of the reading area, `timeMs` from any fixed origin. */
export interface PointerSample {
  readonly kind: 'down' | 'move' | 'up' | 'cancel';
  readonly id: number;
  readonly at: Point;
  readonly timeMs: number;
}

export type Gesture =
  | { readonly kind: 'tap'; readonly at: Point }
  | { readonly kind: 'doubleTap'; readonly at: Point }
  /** One finger moves: `delta` since the last event, `total` since touch-down. */
  | { readonly kind: 'drag'; readonly delta: Point; readonly total: Point }
  /** The finger lifts; `velocity` in pixels per millisecond. */
  | { readonly kind: 'release'; readonly total: Point; readonly velocity: Point }
  | { readonly kind: 'pinch'; readonly factor: number; readonly centre: Point; readonly delta: Point }
  | { readonly kind: 'cancel' };

interface Finger {
  readonly start: Point;
  readonly startMs: number;
  readonly at: Point;
  readonly atMs: number;
  readonly velocity: Point;
}

/** State between two events; immutable. */
export interface GestureState {
  readonly fingers: ReadonlyMap<number, Finger>;
  readonly mode: 'idle' | 'pressed' | 'dragging' | 'pinching';
  readonly lastTap: { readonly at: Point; readonly timeMs: number } | undefined;
}

export const NO_GESTURE: GestureState = { fingers: new Map(), mode: 'idle', lastTap: undefined };

/** Most time between the taps of a double tap. */
export const DOUBLE_TAP_MS = 280;
const DOUBLE_TAP_DISTANCE = 40;
const TAP_MS = 450;
/** A smaller movement counts as none, in CSS pixels. */
const SLOP = 9;

const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const length = ({ x, y }: Point): number => Math.hypot(x, y);
const ZERO: Point = { x: 0, y: 0 };

type Step = readonly [GestureState, readonly Gesture[]];

function onDown(state: GestureState, { id, at, timeMs }: PointerSample): Step {
  const fingers = new Map(state.fingers).set(id, { start: at, startMs: timeMs, at, atMs: timeMs, velocity: ZERO });
  if (fingers.size === 1) return [{ ...state, fingers, mode: 'pressed' }, []];
  return [{ fingers, mode: 'pinching', lastTap: undefined }, state.mode === 'dragging' ? [{ kind: 'cancel' }] : []];
}

function moved(finger: Finger, { at, timeMs }: PointerSample): Finger {
  const elapsed = Math.max(1, timeMs - finger.atMs);
  const now = minus(at, finger.at);
  const weight = Math.min(1, elapsed / 40);
  const velocity = {
    x: finger.velocity.x * (1 - weight) + (now.x / elapsed) * weight,
    y: finger.velocity.y * (1 - weight) + (now.y / elapsed) * weight,
  };
  return { ...finger, at, atMs: timeMs, velocity };
}

function readPinch(before: readonly Finger[], after: readonly Finger[]): readonly Gesture[] {
  const [a, b] = before;
  const [c, d] = after;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return [];
  const apart = length(minus(a.at, b.at));
  const centre = middle(c.at, d.at);
  const factor = apart < 1 ? 1 : length(minus(c.at, d.at)) / apart;
  return [{ kind: 'pinch', factor, centre, delta: minus(centre, middle(a.at, b.at)) }];
}

function onMove(state: GestureState, sample: PointerSample): Step {
  const finger = state.fingers.get(sample.id);
  if (finger === undefined) return [state, []];
  const next = moved(finger, sample);
  const fingers = new Map(state.fingers).set(sample.id, next);
  if (state.mode === 'pinching') {
    return [{ ...state, fingers }, readPinch([...state.fingers.values()], [...fingers.values()])];
  }
  const total = minus(next.at, next.start);
  if (state.mode === 'pressed' && length(total) < SLOP) return [{ ...state, fingers }, []];
  const delta = state.mode === 'pressed' ? total : minus(next.at, finger.at);
  return [{ fingers, mode: 'dragging', lastTap: undefined }, [{ kind: 'drag', delta, total }]];
}

function tapped(state: GestureState, { at, timeMs }: PointerSample): Step {
  const { lastTap } = state;
  const isDouble =
    lastTap !== undefined &&
    timeMs - lastTap.timeMs <= DOUBLE_TAP_MS &&
    length(minus(at, lastTap.at)) <= DOUBLE_TAP_DISTANCE;
  if (isDouble) return [NO_GESTURE, [{ kind: 'doubleTap', at }]];
  return [{ ...NO_GESTURE, lastTap: { at, timeMs } }, [{ kind: 'tap', at }]];
}

function onUp(state: GestureState, sample: PointerSample): Step {
  const finger = state.fingers.get(sample.id);
  if (finger === undefined) return [state, []];
  const fingers = new Map(state.fingers);
  fingers.delete(sample.id);
  if (fingers.size > 0) return [{ ...state, fingers, mode: 'pinching' }, []];
  if (state.mode === 'dragging') {
    const isStill = sample.timeMs - finger.atMs > 90;
    const velocity = isStill ? ZERO : finger.velocity;
    return [NO_GESTURE, [{ kind: 'release', total: minus(sample.at, finger.start), velocity }]];
  }
  if (state.mode === 'pressed' && sample.timeMs - finger.startMs <= TAP_MS) return tapped(state, sample);
  return [NO_GESTURE, state.mode === 'pinching' ? [{ kind: 'cancel' }] : []];
}

/** Reduces one pointer event to the next state and a gesture. Taps are reported without delay. */
export function readGesture(state: GestureState, sample: PointerSample): Step {
  switch (sample.kind) {
    case 'down':
      return onDown(state, sample);
    case 'move':
      return onMove(state, sample);
    case 'up':
      return onUp(state, sample);
    case 'cancel':
      return [NO_GESTURE, state.mode === 'idle' ? [] : [{ kind: 'cancel' }]];
  }
}

/** Whether a drag along the turning axis is far or fast enough for a turn. */
export function isTurn(distance: number, velocity: number, size: number): boolean {
  if (Math.sign(velocity) === -Math.sign(distance) && Math.abs(velocity) > 0.2) return false;
  return Math.abs(distance) > size * 0.3 || (Math.abs(velocity) > 0.35 && Math.abs(distance) > 20);
}
