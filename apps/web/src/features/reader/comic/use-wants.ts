import { useEffect, useMemo } from 'react';
import type { PageShape, Size } from '../engine/page-shape.ts';
import { planWindow } from '../engine/plan-loads.ts';
import { type SpreadBox, spreadBox } from '../engine/spread-box.ts';
import { type Spread, findSpreadIndex } from '../engine/spreads.ts';
import { fitScale, type FitMode } from '../engine/zoom.ts';
import type { PageSource } from './page-source.ts';
import type { PageStore, Want } from './page-store.ts';

export interface Scene {
  readonly shapes: readonly PageShape[];
  readonly spreads: readonly Spread[];
  readonly index: number;
  readonly usual: Size;
  readonly rtl: boolean;
  readonly fit: FitMode;
  readonly ahead: number;
  readonly going: 'forward' | 'backward';
}

export function boxAt({ spreads, shapes, usual, rtl }: Scene, index: number): SpreadBox | undefined {
  const spread = spreads[index];
  return spread === undefined ? undefined : spreadBox(spread, shapes, { usual, rtl });
}

function planWants(
  scene: Scene,
  source: PageSource,
  { window, zoom }: { window: Size; zoom: number },
): readonly Want[] {
  const visible = scene.spreads[scene.index] ?? [];
  const pages = planWindow({
    visible,
    pageCount: scene.shapes.length,
    ahead: scene.ahead,
    going: scene.going,
  });
  return pages.map((page, order) => {
    const index = findSpreadIndex(scene.spreads, page);
    const box = boxAt(scene, index);
    const width = box?.pages.find((item) => item.page === page)?.width ?? scene.usual.width;
    const fitted = box === undefined ? 1 : fitScale({ natural: box.natural, window }, scene.fit);
    const isVisible = order < visible.length;
    return { page, width: source.widthFor(page, width * fitted * (isVisible ? zoom : 1) * devicePixelRatio) };
  });
}

/** Debounce of zoom changes before sharper images are requested. */
const REST_MS = 150;

/** Keeps the store loading the images of a scene, sharp enough for its zoom. */
export function useWants(
  store: PageStore,
  source: PageSource,
  scene: Scene,
  view: { window: Size; zoom: number },
): void {
  const { window: size, zoom } = view;
  const { shapes, spreads, index, usual, rtl, fit, ahead, going } = scene;
  const wants = useMemo(
    () =>
      planWants({ shapes, spreads, index, usual, rtl, fit, ahead, going }, source, {
        window: size,
        zoom: Math.max(1, zoom),
      }),
    [shapes, spreads, index, usual, rtl, fit, ahead, going, source, size, zoom],
  );
  const text = JSON.stringify(wants);
  useEffect(() => {
    if (zoom <= 1) {
      store.want(wants);
      return undefined;
    }
    const timer = setTimeout(() => store.want(wants), REST_MS);
    return () => clearTimeout(timer);
    // `text` compares the requests by value
  }, [store, text]);
}
