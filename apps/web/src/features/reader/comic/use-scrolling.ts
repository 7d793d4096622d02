import { useRef } from 'react';
import { type Turn, getTurn, type Direction } from '../engine/direction.ts';
import type { ReaderAction } from '#entities/keys/key-map.ts';
import { readWheel, WHEEL_AT_REST } from '../engine/wheel-turns.ts';
import { type Frame, panBy, scrollOn, type View, zoomAt } from '../engine/zoom.ts';
import type { WheelMove } from '../controls/use-wheel.ts';

export interface ScrollScene {
  readonly frame: Frame;
  readonly view: View;
  readonly fitted: number;
  readonly direction: Direction;
  readonly move: (next: View) => void;
  readonly reset: () => void;
  /** `scrolled`: the turn came from scrolling, so a page reached backwards starts at its end. */
  readonly onTurn: (turn: Turn, scrolled: boolean) => void;
}

const STEP = 0.2;
const SCREEN = 0.9;
const ZOOM_STEP = 1.25;

function scroll(scene: ScrollScene, share: number, back: boolean): void {
  const next = scrollOn(scene.view, scene.frame, { share, back });
  if (next === undefined) scene.onTurn(back ? 'previous' : 'next', true);
  else scene.move(next);
}

function zoom(scene: ScrollScene, factor: number): void {
  const { width, height } = scene.frame.window;
  const step = { point: { x: width / 2, y: height / 2 }, factor, fitted: scene.fitted };
  scene.move(zoomAt(scene.view, scene.frame, step));
}

/** Scroll actions of keys; other actions do not belong to this view. */
const KEYS: Partial<Readonly<Record<ReaderAction, (scene: ScrollScene) => void>>> = {
  left: (scene) => scene.onTurn(getTurn('left', scene.direction), false),
  right: (scene) => scene.onTurn(getTurn('right', scene.direction), false),
  next: (scene) => scene.onTurn('next', false),
  previous: (scene) => scene.onTurn('previous', false),
  advance: (scene) => scroll(scene, SCREEN, false),
  retreat: (scene) => scroll(scene, SCREEN, true),
  down: (scene) => scroll(scene, STEP, false),
  up: (scene) => scroll(scene, STEP, true),
  zoomIn: (scene) => zoom(scene, ZOOM_STEP),
  zoomOut: (scene) => zoom(scene, 1 / ZOOM_STEP),
  zoomReset: (scene) => scene.reset(),
};

export function findScroll(scene: ScrollScene, action: ReaderAction): (() => void) | undefined {
  const act = KEYS[action];
  return act === undefined ? undefined : () => act(scene);
}

/** Mouse wheel in paged mode: zooms with Ctrl, scrolls an overflowing page, else turns. */
export function useWheelScroll(scene: ScrollScene): (move: WheelMove) => void {
  const turning = useRef(WHEEL_AT_REST);
  return ({ delta, at, zooms }) => {
    if (zooms) {
      const factor = Math.exp(-delta.y / 200);
      scene.move(zoomAt(scene.view, scene.frame, { point: at, factor, fitted: scene.fitted }));
      return;
    }
    const next = panBy(scene.view, scene.frame, { x: -delta.x, y: -delta.y });
    if (Math.abs(next.y - scene.view.y) + Math.abs(next.x - scene.view.x) >= 1) {
      turning.current = { ...WHEEL_AT_REST, quietUntilMs: performance.now() + 250 };
      scene.move(next);
      return;
    }
    const main = Math.abs(delta.y) >= Math.abs(delta.x) ? delta.y : delta.x * (scene.direction === 'rtl' ? -1 : 1);
    const [state, turn] = readWheel(turning.current, main, performance.now());
    turning.current = state;
    if (turn !== undefined) scene.onTurn(turn, true);
  };
}
