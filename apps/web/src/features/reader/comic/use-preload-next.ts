import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bookPagesQuery, bookQuery } from '#entities/book/queries.ts';
import type { NeighbourBook } from '../reader-props.ts';
import type { CreateSource, ImageOptions } from './page-source.ts';

const FIRST_PAGES = 2;

/**
 * Preloads the first pages of the next book.
 * @param next undefined or null until the reader is near the end of this one
 */
export function usePreloadNext(
  next: NeighbourBook | null | undefined,
  createSource: CreateSource,
  options: ImageOptions,
): void {
  const client = useQueryClient();
  const id = next?.layout === 'pages' && next.shareId === undefined ? next.id : undefined;
  useEffect(() => {
    if (id === undefined || next === null || next === undefined) return undefined;
    let isGone = false;
    const load = async () => {
      await client.query(bookQuery(id));
      const pages = await client.query(bookPagesQuery(id));
      if (isGone) return;
      const source = createSource(next, pages, options);
      for (let page = 1; page <= Math.min(FIRST_PAGES, pages.length); page += 1) {
        new Image().src = source.address(page, source.widthFor(page, window.innerWidth * devicePixelRatio));
      }
    };
    load().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [id]);
}
