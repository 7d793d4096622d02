import { useContext, useMemo } from 'react';
import type { Direction } from '../engine/direction.ts';
import { looksLikeStrip, type PageShape, type Size, usualSize } from '../engine/page-shape.ts';
import { type PageLayout, planSpreads, type Spread, toggleShift } from '../engine/spreads.ts';
import type { ReaderSettings } from '#entities/preferences/reading-options.ts';
import { ReadingOverlayContext } from '#entities/preferences/reading-store.ts';
import { readSeriesChoice } from '#entities/preferences/series-choices.ts';
import type { ReaderBook } from '../reader-props.ts';
import { useSeriesChoice, useShifts } from '../settings/use-series-choice.ts';

const LAYOUTS: readonly PageLayout[] = ['single', 'double', 'double-cover'];

export interface Spreads {
  readonly spreads: readonly Spread[];
  readonly usual: Size;
  readonly direction: Direction;
  readonly layout: PageLayout;
  readonly chooseDirection: (direction: Direction) => void;
  readonly chooseLayout: (layout: PageLayout) => void;
  readonly cycleLayout: () => void;
  /** Shifts the page pairs around a page by one. */
  readonly shiftAt: (page: number) => void;
}

interface Shapes {
  /** Sizes from the server; the direction is chosen from these, so it never changes by itself. */
  readonly pages: readonly PageShape[];
  /** Sizes updated from loaded images. */
  readonly shapes: readonly PageShape[];
}

/** Spreads and direction of a book: the choice for its series, else its profile, else its metadata, else the settings. */
export function useSpreads(book: ReaderBook, { pages, shapes }: Shapes, settings: ReaderSettings): Spreads {
  const { choice, choose } = useSeriesChoice(book);
  const profile = readSeriesChoice(useContext(ReadingOverlayContext)?.values ?? {});
  const [shifted, keepShifts] = useShifts(book);
  const isStrip = useMemo(() => looksLikeStrip(pages), [pages]);
  const direction = choice.direction ?? profile.direction ?? (isStrip ? 'webtoon' : (book.readingDirection ?? 'ltr'));
  const layout = choice.layout ?? settings.layout;
  const pairing = useMemo(
    () => ({ pages: shapes, layout: direction === 'webtoon' ? ('single' as const) : layout, shifts: new Set(shifted) }),
    [shapes, layout, direction, shifted],
  );
  const spreads = useMemo(() => planSpreads(pairing), [pairing]);
  const usual = useMemo(() => usualSize(shapes), [shapes]);
  const chooseLayout = (next: PageLayout) => choose({ layout: next });
  return {
    spreads,
    usual,
    direction,
    layout,
    chooseDirection: (next) => choose({ direction: next }),
    chooseLayout,
    cycleLayout: () => chooseLayout(LAYOUTS[(LAYOUTS.indexOf(layout) + 1) % LAYOUTS.length] ?? 'single'),
    shiftAt: (page) => keepShifts(toggleShift(pairing, page)),
  };
}
