import type { BookPage } from '@lectern/contract';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { pageName } from '#entities/book/page-thumbnail.ts';
import { knownSize, type PageShape, type Size } from '../engine/page-shape.ts';
import { loadImage } from './load-image.ts';
import type { PageSource } from './page-source.ts';
import { createPageStore, type PageState, type PageStore } from './page-store.ts';

/** A page store for the lifetime of the component, and the page sizes known so far. */
export function usePageStore(
  source: PageSource,
  pages: readonly BookPage[],
): readonly [PageStore, readonly PageShape[]] {
  const [learnt, setLearnt] = useState<ReadonlyMap<number, Size>>(new Map());
  const store = useMemo(
    () =>
      createPageStore({
        isExact: source.isExact,
        load: async ({ page, width }, signal) => {
          const image = await loadImage(source.address(page, width), pageName(page), {
            signal,
            isLinked: source.isLinked,
          });
          if (source.isExact && image.naturalWidth === width) showExactly(image);
          return image;
        },
        onSize: (page, size) => {
          if (knownSize(pages[page - 1]) !== undefined || size.width === 0) return;
          setLearnt((known) => (known.has(page) ? known : new Map(known).set(page, size)));
        },
      }),
    [source, pages],
  );
  useEffect(() => () => store.close(), [store]);
  const shapes = useMemo(
    () => (learnt.size === 0 ? pages : pages.map((page, index) => learnt.get(index + 1) ?? page)),
    [pages, learnt],
  );
  return [store, shapes];
}

/** Shows each pixel of an image as one pixel of the screen. */
function showExactly({ style, naturalWidth, naturalHeight }: HTMLImageElement): void {
  style.inlineSize = `${naturalWidth / devicePixelRatio}px`;
  style.blockSize = `${naturalHeight / devicePixelRatio}px`;
  style.placeSelf = 'start';
  style.imageRendering = 'pixelated';
}

/** State of one page; rerenders when it changes. */
export function usePageState(store: PageStore, page: number): PageState {
  return useSyncExternalStore(store.watch, () => store.get(page));
}
