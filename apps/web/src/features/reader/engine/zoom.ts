import type { Point, Size } from './page-shape.ts';

/** `shrink`: as `screen`, yet never larger than the picture is. */
export type FitMode = 'screen' | 'width' | 'height' | 'original' | 'shrink';

export const FIT_MODES: readonly FitMode[] = ['screen', 'width', 'height', 'original', 'shrink'];

/** How content lies in its window: its size is `natural * scale`, its top left corner at `x`, `y` of the window. */
export interface View extends Point {
  readonly scale: number;
}

export interface Frame {
  /** Content at scale 1. */
  readonly natural: Size;
  readonly window: Size;
}

/** Zoom steps beyond the fitted size; fingers and wheel go anywhere between. */
const MOST_ZOOM = 8;
const LEAST_ZOOM = 0.5;

export function fitScale({ natural, window }: Frame, mode: FitMode): number {
  const across = window.width / natural.width;
  const down = window.height / natural.height;
  switch (mode) {
    case 'screen':
      return Math.min(across, down);
    case 'width':
      return across;
    case 'height':
      return down;
    case 'original':
      return 1;
    case 'shrink':
      return Math.min(across, down, 1);
  }
}

/** A smaller side is centred, a larger one never leaves a gap. */
function clampSide(offset: number, content: number, window: number): number {
  // adding 0 turns -0 into 0
  return content <= window ? (window - content) / 2 : 0 + Math.min(0, Math.max(window - content, offset));
}

/** The nearest view in which nothing of the window is wasted. */
export function clampView(view: View, { natural, window }: Frame): View {
  return {
    scale: view.scale,
    x: clampSide(view.x, natural.width * view.scale, window.width),
    y: clampSide(view.y, natural.height * view.scale, window.height),
  };
}

/** Where a reader is in a page, free of pixels, so that it survives a new window size, another fit and a turn. */
export interface Placement {
  /** 1 is what the fit mode gives. */
  readonly zoom: number;
  /** Shares of the content left of and above the window, 0 to 1; what is too much is clamped. */
  readonly x: number;
  readonly y: number;
}

/** The placement in which a page is first shown: its beginning, or its end when the reader comes back from beyond. */
export function enterPlacement({ rightToLeft, fromEnd }: { rightToLeft: boolean; fromEnd: boolean }): Placement {
  return { zoom: 1, x: rightToLeft === fromEnd ? 0 : 1, y: fromEnd ? 1 : 0 };
}

export function viewOf({ zoom, x, y }: Placement, frame: Frame, fitted: number): View {
  const scale = zoom * fitted;
  const { width, height } = frame.natural;
  return clampView({ scale, x: -x * width * scale, y: -y * height * scale }, frame);
}

/** Inverse of `viewOf`. */
export function placementOf({ scale, x, y }: View, { natural }: Frame, fitted: number): Placement {
  return { zoom: scale / fitted, x: -x / (natural.width * scale), y: -y / (natural.height * scale) };
}

/** Scales by `factor`, keeping what lies under `point` (of the window) where it is as far as the edges allow. */
export function zoomAt(view: View, frame: Frame, { point, factor, fitted }: ZoomStep): View {
  const scale = Math.min(fitted * MOST_ZOOM, Math.max(fitted * LEAST_ZOOM, view.scale * factor));
  const ratio = scale / view.scale;
  return clampView({ scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio }, frame);
}

export interface ZoomStep {
  readonly point: Point;
  readonly factor: number;
  /** The scale the fit mode gives; limits are counted from it. */
  readonly fitted: number;
}

export function panBy(view: View, frame: Frame, delta: Point): View {
  return clampView({ scale: view.scale, x: view.x + delta.x, y: view.y + delta.y }, frame);
}

/** Whether the reader has zoomed in: taps then no longer turn pages. */
export function isZoomed(view: View, fitted: number): boolean {
  return view.scale > fitted * 1.01;
}

/** Whether part of the content lies outside the window, by more than a rounding error. */
export function overflows({ natural, window }: Frame, scale: number): { readonly x: boolean; readonly y: boolean } {
  return { x: natural.width * scale > window.width + 1, y: natural.height * scale > window.height + 1 };
}

/**
 * Moves a share of the window down the page, or up it.
 * @returns undefined when the page ends that way and it is time to turn
 */
export function scrollOn(view: View, frame: Frame, step: { share: number; back: boolean }): View | undefined {
  const distance = frame.window.height * step.share;
  const moved = panBy(view, frame, { x: 0, y: step.back ? distance : -distance });
  return Math.abs(moved.y - view.y) < 2 ? undefined : moved;
}

export function nextFit(mode: FitMode): FitMode {
  return FIT_MODES[(FIT_MODES.indexOf(mode) + 1) % FIT_MODES.length] ?? 'screen';
}
