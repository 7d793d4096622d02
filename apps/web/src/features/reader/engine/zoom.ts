import type { Point, Size } from './page-shape.ts';

/** `shrink`: like `screen`, but never enlarges. */
export type FitMode = 'screen' | 'width' | 'height' | 'original' | 'shrink';

export const FIT_MODES: readonly FitMode[] = ['screen', 'width', 'height', 'original', 'shrink'];

/** Placement of content in its window: size `natural * scale`, top left corner at `x`, `y`. */
export interface View extends Point {
  readonly scale: number;
}

export interface Frame {
  /** Content size at scale 1. */
  readonly natural: Size;
  readonly window: Size;
}

/** Largest zoom button step relative to the fitted size; pinch and wheel zoom continuously. */
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

/** Centres a smaller side; a larger one leaves no gap. */
function clampSide(offset: number, content: number, window: number): number {
  // adding 0 turns -0 into 0
  return content <= window ? (window - content) / 2 : 0 + Math.min(0, Math.max(window - content, offset));
}

/** The nearest view without empty space at the edges. */
export function clampView(view: View, { natural, window }: Frame): View {
  return {
    scale: view.scale,
    x: clampSide(view.x, natural.width * view.scale, window.width),
    y: clampSide(view.y, natural.height * view.scale, window.height),
  };
}

/** View of a page without pixels, so that it survives a resize, another fit mode and a turn. */
export interface Placement {
  /** Relative to the fit mode; 1 is fitted. */
  readonly zoom: number;
  /** Share of the content left of and above the window, 0 to 1; clamped. */
  readonly x: number;
  readonly y: number;
}

/** Initial view of a page: its beginning, or its end when entered backwards. */
export function enterPlacement({ rightToLeft, fromEnd }: { rightToLeft: boolean; fromEnd: boolean }): Placement {
  return { zoom: 1, x: rightToLeft === fromEnd ? 0 : 1, y: fromEnd ? 1 : 0 };
}

export function toView({ zoom, x, y }: Placement, frame: Frame, fitted: number): View {
  const scale = zoom * fitted;
  const { width, height } = frame.natural;
  return clampView({ scale, x: -x * width * scale, y: -y * height * scale }, frame);
}

/** Inverse of the conversion to a view. */
export function toPlacement({ scale, x, y }: View, { natural }: Frame, fitted: number): Placement {
  return { zoom: scale / fitted, x: -x / (natural.width * scale), y: -y / (natural.height * scale) };
}

/** Zooms around `point` of the window as far as the edges allow. */
export function zoomAt(view: View, frame: Frame, { point, factor, fitted }: ZoomStep): View {
  const scale = Math.min(fitted * MOST_ZOOM, Math.max(fitted * LEAST_ZOOM, view.scale * factor));
  const ratio = scale / view.scale;
  return clampView({ scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio }, frame);
}

export interface ZoomStep {
  readonly point: Point;
  readonly factor: number;
  /** Scale of the fit mode, to which the limits are relative. */
  readonly fitted: number;
}

export function panBy(view: View, frame: Frame, delta: Point): View {
  return clampView({ scale: view.scale, x: view.x + delta.x, y: view.y + delta.y }, frame);
}

/** Taps do not turn pages while zoomed in. */
export function isZoomed(view: View, fitted: number): boolean {
  return view.scale > fitted * 1.01;
}

/** Whether content exceeds the window, beyond a rounding error. */
export function overflows({ natural, window }: Frame, scale: number): { readonly x: boolean; readonly y: boolean } {
  return { x: natural.width * scale > window.width + 1, y: natural.height * scale > window.height + 1 };
}

/**
 * Scrolls by a share of the window.
 * @returns undefined at the end of the page, when the reader should turn
 */
export function scrollOn(view: View, frame: Frame, step: { share: number; back: boolean }): View | undefined {
  const distance = frame.window.height * step.share;
  const moved = panBy(view, frame, { x: 0, y: step.back ? distance : -distance });
  return Math.abs(moved.y - view.y) < 2 ? undefined : moved;
}

export function nextFit(mode: FitMode): FitMode {
  return FIT_MODES[(FIT_MODES.indexOf(mode) + 1) % FIT_MODES.length] ?? 'screen';
}
