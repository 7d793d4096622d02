import type { Book } from '@lectern/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { adjacentBooksQuery, bookPagesQuery, bookQuery } from '#entities/book/queries.ts';
import type { Turn } from '../engine/direction.ts';
import type { PageBook } from './use-comic.ts';

export interface Beyond {
  /** The end that the reader has tried to turn past. */
  readonly asked: Turn | undefined;
  readonly bookAt: (turn: Turn) => Book | null | undefined;
  /** A turn past an end: asks first, opens the book there when meant again. */
  readonly turn: (turn: Turn) => void;
  readonly open: (turn: Turn) => void;
  readonly stay: () => void;
}

/** The books before and after this one. */
export function useBeyond(bookId: string, onOpenBook: (bookId: string) => void): Beyond {
  const { data, isError } = useQuery(adjacentBooksQuery(bookId));
  const [asked, setAsked] = useState<Turn>();
  const bookAt = (turn: Turn) => {
    if (data === undefined) return isError ? null : undefined;
    return turn === 'next' ? data.next : data.prev;
  };
  const open = (turn: Turn) => {
    const book = bookAt(turn);
    if (book !== null && book !== undefined) onOpenBook(book.id);
  };
  return {
    asked,
    bookAt,
    turn: (turn) => {
      if (asked === turn) open(turn);
      else setAsked(turn);
    },
    open,
    stay: () => setAsked(undefined),
  };
}

const FIRST_PAGES = 2;

/** Has the first pages of the next book ready when this one is nearly read. */
export function usePreloadNext(next: Book | null | undefined, isNear: boolean, sourceOf: PageBook['sourceOf']): void {
  const client = useQueryClient();
  const id = isNear && next?.layout === 'pages' ? next.id : undefined;
  useEffect(() => {
    if (id === undefined || next === null || next === undefined) return undefined;
    let isGone = false;
    const load = async () => {
      await client.query(bookQuery(id));
      const pages = await client.query(bookPagesQuery(id));
      if (isGone) return;
      const source = sourceOf(next, pages);
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
