import { useEffect, useRef, useState } from 'react';
import type { Turn } from '../engine/direction.ts';
import type { Aim, ChapterDocument } from './chapter-document.ts';
import type { TextPlace } from './locate.ts';
import type { Publication } from './publication.ts';

/** A chapter on screen, or one being prepared behind it. */
export interface Opening {
  readonly serial: number;
  readonly chapter: number;
  readonly aim: Aim;
}

/** Current place with its layout. */
export interface Spot extends TextPlace {
  readonly screen: number;
  readonly screens: number;
}

export interface OpenText {
  readonly openings: readonly Opening[];
  readonly shown: Opening | undefined;
  readonly spot: Spot;
  readonly failure: string | undefined;
  readonly isRightToLeft: boolean;
  readonly goTo: (chapter: number, aim: Aim) => void;
  readonly turn: (turn: Turn) => void;
  readonly scroll: (turn: Turn, share: number) => void;
  readonly ready: (opening: Opening, document: ChapterDocument) => void;
  readonly fail: (message: string) => void;
  readonly retry: () => void;
  /** Reads the current place after a scroll; `aligns` moves to a whole screen. */
  readonly follow: (aligns: boolean) => void;
}

const DEBOUNCE_MS = 120;

interface TextEvents {
  readonly onBeyond: (turn: Turn) => void;
  /** The user moved inside the book. */
  readonly onMove: () => void;
}

interface OpenChapter {
  readonly chapter: number;
  readonly document: ChapterDocument;
}

function readSpot({ chapter, document }: OpenChapter): Spot {
  const { progression, screen, screens } = document;
  return { chapter, progression, screen, screens };
}

/** The visible chapter and the one being prepared. */
function useOpenings(start: TextPlace) {
  const [opening, setOpening] = useState<Opening>({
    serial: 0,
    chapter: start.chapter,
    aim: { kind: 'progression', value: start.progression },
  });
  const [shown, setShown] = useState<Opening>();
  const [failure, setFailure] = useState<string>();
  return {
    shown,
    failure,
    openings: shown === undefined || shown.serial === opening.serial ? [opening] : [shown, opening],
    present: shown ?? opening,
    isBusy: shown?.serial !== opening.serial,
    setShown,
    fail: setFailure,
    load: (chapter: number, aim: Aim) => {
      setFailure(undefined);
      setOpening({ serial: opening.serial + 1, chapter, aim });
    },
    retry: () => {
      setFailure(undefined);
      setOpening({ ...opening, serial: opening.serial + 1 });
    },
  };
}

function useRest(): (run: () => void) => void {
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (run) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(run, DEBOUNCE_MS);
  };
}

/** Navigates the chapters of a book; the next one is laid out behind the current one to avoid flicker. */
export function useText(publication: Publication, start: TextPlace, events: TextEvents): OpenText {
  const { shown, failure, openings, present, isBusy, load, ...rest } = useOpenings(start);
  const [spot, setSpot] = useState<Spot>({ ...start, screen: 0, screens: 1 });
  const open = useRef<OpenChapter>(undefined);
  const afterRest = useRest();
  const read = () => {
    if (open.current !== undefined) setSpot(readSpot(open.current));
  };
  const leave = (turn: Turn) => {
    const next = present.chapter + (turn === 'next' ? 1 : -1);
    if (next < 0 || next >= publication.chapters.length) {
      events.onBeyond(turn);
      return;
    }
    events.onMove();
    load(next, turn === 'next' ? { kind: 'progression', value: 0 } : { kind: 'end' });
  };
  const move = (turn: Turn, step: (document: ChapterDocument) => boolean) => {
    if (isBusy && failure === undefined) return;
    if (open.current === undefined || failure !== undefined || !step(open.current.document)) {
      leave(turn);
      return;
    }
    events.onMove();
    read();
  };
  return {
    openings,
    shown,
    spot,
    failure,
    isRightToLeft: publication.rightToLeft || (open.current?.document.isRightToLeft ?? false),
    goTo: (chapter, aim) => {
      events.onMove();
      if (present.chapter !== chapter || isBusy) {
        load(chapter, aim);
        return;
      }
      open.current?.document.goTo(aim);
      read();
    },
    turn: (turn) => move(turn, (document) => document.turn(turn === 'previous')),
    scroll: (turn, share) =>
      move(turn, (document) => document.scroll(turn === 'next' ? share : -share) || document.turn(turn === 'previous')),
    ready: (which, document) => {
      open.current = { chapter: which.chapter, document };
      rest.setShown(which);
      read();
    },
    fail: rest.fail,
    retry: rest.retry,
    follow: (aligns) => {
      afterRest(() => {
        if (aligns) open.current?.document.alignToScreen();
        read();
      });
    },
  };
}
