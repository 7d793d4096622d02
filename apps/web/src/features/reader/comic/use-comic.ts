import type { BookPage } from '@lectern/contract';
import { type RefObject, useMemo, useRef } from 'react';
import type { ReaderView } from '../controls/reader-view.ts';
import { type Incognito, useIncognito } from '../controls/use-incognito.ts';
import { type Neighbours, useNeighbours } from '../controls/use-neighbours.ts';
import type { Elsewhere } from '../controls/use-progress.ts';
import { type Shell, useShell } from '../controls/use-shell.ts';
import type { FindLabel } from '../engine/describe-pages.ts';
import { type Direction, findDirection, type Turn } from '../engine/direction.ts';
import type { ReaderAction } from '#entities/keys/key-map.ts';
import type { PageShape } from '../engine/page-shape.ts';
import { type Position, parsePosition } from '../engine/position.ts';
import { findSpreadIndex } from '../engine/spreads.ts';
import { nextFit } from '../engine/zoom.ts';
import type { ReaderProps } from '../reader-props.ts';
import type { ReaderSettings } from '#entities/preferences/reading-options.ts';
import {
  type ChangeReadingOption,
  useChangeReadingOption,
  useReadingOptions,
} from '#entities/preferences/reading-store.ts';
import type { CreateSource, PageSource } from './page-source.ts';
import type { PageStore } from './page-store.ts';
import type { StripTarget } from './strip-view.tsx';
import { usePreloadNext } from './use-preload-next.ts';
import { usePageStore } from './use-page-store.ts';
import type { Arrival } from './use-placement.ts';
import { usePlace } from './use-place.ts';
import { useReadingMarks } from './use-reading-marks.ts';
import { type Spreads, useSpreads } from './use-spreads.ts';
import type { Scene } from './use-wants.ts';

export interface PageBook extends ReaderProps {
  readonly pages: readonly BookPage[];
  readonly createSource: CreateSource;
}

export interface Comic {
  readonly settings: ReaderSettings;
  readonly source: PageSource;
  readonly store: PageStore;
  readonly shapes: readonly PageShape[];
  readonly spreads: Spreads;
  readonly scene: Scene;
  readonly arrival: Arrival;
  readonly target: StripTarget;
  readonly view: RefObject<ReaderView | null>;
  readonly shell: Shell;
  readonly beyond: Neighbours;
  /** Visible pages in reading order. */
  readonly shown: readonly number[];
  readonly findLabel: FindLabel;
  readonly incognito: Incognito;
  readonly elsewhere: Elsewhere | undefined;
  readonly goTo: (page: number) => void;
  readonly turn: (turn: Turn, scrolled: boolean) => void;
  readonly follow: (place: Position, shown: number) => void;
  readonly perform: (action: ReaderAction) => void;
}

const NEAR_THE_END = 4;

/** Current place, visible pages and navigation. */
function useTravel(input: PageBook, spreads: Spreads, pageCount: number) {
  const left = parsePosition(input.progress?.locator, pageCount);
  const place = usePlace(left ?? { page: input.startPage, fraction: 0 }, pageCount);
  const beyond = useNeighbours(input.book, input.onOpenBook);
  const isStrip = spreads.direction === 'webtoon';
  const index = findSpreadIndex(spreads.spreads, place.page);
  const shown = isStrip ? [place.page] : (spreads.spreads[index] ?? [place.page]);
  return {
    place,
    beyond,
    index,
    shown,
    goTo: (page: number) => {
      beyond.stay();
      place.goTo(page);
    },
    turn: (way: Turn, scrolled: boolean) => {
      const spread = spreads.spreads[index + (way === 'next' ? 1 : -1)];
      if (isStrip || spread === undefined) {
        beyond.turn(way);
        return;
      }
      beyond.stay();
      place.goTo(spread[0], { fromEnd: scrolled && way === 'previous' });
    },
    chooseDirection: (next: Direction) => {
      const { page, fraction } = place.exact();
      if ((next === 'webtoon') !== isStrip) place.goTo(page, { fraction });
      spreads.chooseDirection(next);
    },
  };
}

interface ActionScope {
  readonly travel: ReturnType<typeof useTravel>;
  readonly spreads: Spreads;
  readonly settings: ReaderSettings;
  readonly pageCount: number;
  readonly toggleIncognito: (() => void) | undefined;
  readonly changeOption: ChangeReadingOption;
}

/** Book-level actions of keys and buttons; undefined for actions of the view and unknown ones. */
function findBookAction(
  action: ReaderAction,
  { travel, spreads, settings, ...rest }: ActionScope,
): (() => void) | undefined {
  const direction = findDirection(action);
  if (direction !== undefined) return () => travel.chooseDirection(direction);
  const shiftSpread = () => spreads.shiftAt(travel.place.page);
  const deeds: Partial<Record<ReaderAction, () => void>> = {
    first: () => travel.goTo(1),
    last: () => travel.goTo(rest.pageCount),
    nextBook: () => travel.beyond.open('next'),
    previousBook: () => travel.beyond.open('previous'),
    // a strip shows one page below the other
    ...(spreads.direction === 'webtoon' ? {} : { shiftSpread, cycleLayout: spreads.cycleLayout }),
    cycleFit: () => rest.changeOption('fit', nextFit(settings.fit)),
    ...(rest.toggleIncognito === undefined ? {} : { incognito: rest.toggleIncognito }),
    ...(travel.beyond.asked === undefined ? {} : { close: travel.beyond.stay }),
  };
  return deeds[action];
}

export function useComic(input: PageBook): Comic {
  const { book, pages, createSource } = input;
  const settings = useReadingOptions();
  const changeOption = useChangeReadingOption();
  const { images, greys, contrast } = settings;
  const options = useMemo(() => ({ images, greys, contrast }), [images, greys, contrast]);
  const source = useMemo(() => createSource(book, pages, options), [createSource, book, pages, options]);
  const [store, shapes] = usePageStore(source, pages);
  const spreads = useSpreads(book, { pages, shapes }, settings);
  const travel = useTravel(input, spreads, pages.length);
  const incognito = useIncognito(input);
  const { isIncognito, toggle: toggleIncognito } = incognito;
  const view = useRef<ReaderView>(null);

  const { shown, beyond } = travel;
  const lastShown = Math.max(...shown);
  const isStrip = spreads.direction === 'webtoon';
  const marks = useReadingMarks({ opened: input, shown: lastShown, isIncognito, isStrip });
  const isNearEnd = pages.length - lastShown < NEAR_THE_END;
  usePreloadNext(isNearEnd ? beyond.bookAt('next') : undefined, createSource, options);

  const find = (action: ReaderAction) => {
    const scope = { travel, spreads, settings, pageCount: pages.length, toggleIncognito, changeOption };
    return findBookAction(action, scope) ?? view.current?.find(action);
  };
  const shell = useShell({ characterKeys: settings.characterKeys, find, onClose: input.onClose });
  return {
    settings,
    source,
    store,
    shapes,
    spreads: { ...spreads, chooseDirection: travel.chooseDirection },
    ...buildScene({ travel, spreads, settings, shapes }),
    view,
    shell,
    beyond,
    shown,
    findLabel: (page) => pages[page - 1]?.label,
    incognito,
    elsewhere: marks.elsewhere,
    goTo: travel.goTo,
    turn: (way, scrolled) => {
      shell.bars.hide();
      travel.turn(way, scrolled);
    },
    follow: (place, page) => {
      travel.place.follow(place, page);
      marks.note(place, page);
    },
    perform: (action) => find(action)?.(),
  };
}

interface SceneParts extends Pick<ActionScope, 'travel' | 'spreads' | 'settings'> {
  readonly shapes: readonly PageShape[];
}

function buildScene({ travel, spreads, settings, shapes }: SceneParts): Pick<Comic, 'scene' | 'arrival' | 'target'> {
  const { visit } = travel.place;
  const { shown } = travel;
  return {
    scene: {
      shapes,
      spreads: spreads.spreads,
      index: travel.index,
      usual: spreads.usual,
      rtl: spreads.direction === 'rtl',
      fit: settings.fit,
      ahead: settings.ahead,
      going: visit.going,
    },
    arrival: {
      key: `${visit.serial} ${shown.join('-')}`,
      fromEnd: visit.fromEnd,
      fraction: visit.page === shown[0] ? visit.fraction : undefined,
    },
    target: { page: visit.page, fraction: visit.fraction ?? 0, serial: visit.serial },
  };
}
