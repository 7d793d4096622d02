import { useEffect, useRef, useState } from 'react';
import type { Neighbours } from '../controls/use-neighbours.ts';
import { type Shell, useShell } from '../controls/use-shell.ts';
import { useTaps } from '../controls/use-taps.ts';
import { type Direction, type Turn, getTurn } from '../engine/direction.ts';
import { type Gesture, isTurn } from '../engine/gestures.ts';
import type { ReaderAction } from '#entities/keys/key-map.ts';
import type { Point, Size } from '../engine/page-shape.ts';
import { readWheel, WHEEL_AT_REST } from '../engine/wheel-turns.ts';
import { type ReaderSettings, TEXT_SETTINGS } from '#entities/preferences/reading-options.ts';
import { type ChangeReadingOption, useChangeReadingOption } from '#entities/preferences/reading-store.ts';
import type { PointerKind } from '../controls/use-gestures.ts';
import type { FrameInput } from './frame-input.ts';
import { placeAtPosition, type TextPlace } from './locate.ts';
import { type Publication, resolveTarget } from './publication.ts';
import type { Opening, OpenText } from './use-text.ts';

interface TextControlsOptions {
  readonly publication: Publication;
  readonly text: OpenText;
  readonly settings: ReaderSettings;
  readonly beyond: Neighbours;
  readonly onClose: () => void;
  readonly toggleIncognito: (() => void) | undefined;
}

export interface TextControls {
  readonly shell: Shell;
  /** Where the last link was followed, for the way back. */
  readonly cameFrom: TextPlace | undefined;
  readonly goBack: () => void;
  readonly goToPosition: (position: number) => void;
  readonly inputFor: (opening: Opening, window: Size) => FrameInput;
}

interface Jumping extends TextControlsOptions {
  readonly onJump: (from: TextPlace) => void;
}

const STEP = 0.2;

/** Follows a link: inside the book here, other links in a new window. */
function followLink(options: Jumping, from: number, href: string): void {
  const { publication, text } = options;
  const address = publication.chapters[from]?.address ?? '/';
  const base = new URL(address, location.origin).href;
  const target = resolveTarget(publication.chapters, href, base);
  if (target !== undefined) {
    options.onJump(text.spot);
    text.goTo(target.chapter, { kind: 'fragment', id: target.fragment });
  } else if (/^(https?|mailto|tel):/i.test(href)) window.open(href, '_blank', 'noopener,noreferrer');
}

interface ActionParts extends TextControlsOptions {
  readonly direction: Direction;
  readonly turn: (turn: Turn) => void;
  readonly changeOption: ChangeReadingOption;
}

function buildActions({ direction, turn, changeOption, ...options }: ActionParts) {
  const { publication, text, settings, beyond } = options;
  const size = (next: number) => changeOption('fontSize', Math.min(300, Math.max(60, next)));
  const deeds: Partial<Record<ReaderAction, () => void>> = {
    left: () => turn(getTurn('left', direction)),
    right: () => turn(getTurn('right', direction)),
    next: () => turn('next'),
    previous: () => turn('previous'),
    advance: () => turn('next'),
    retreat: () => turn('previous'),
    down: () => text.scroll('next', STEP),
    up: () => text.scroll('previous', STEP),
    first: () => text.goTo(0, { kind: 'progression', value: 0 }),
    last: () => text.goTo(publication.chapters.length - 1, { kind: 'end' }),
    nextBook: () => beyond.open('next'),
    previousBook: () => beyond.open('previous'),
    zoomIn: () => size(settings.fontSize + TEXT_SETTINGS.fontSize.step),
    zoomOut: () => size(settings.fontSize - TEXT_SETTINGS.fontSize.step),
    zoomReset: () => size(TEXT_SETTINGS.fontSize.fallback),
    ...(options.toggleIncognito === undefined ? {} : { incognito: options.toggleIncognito }),
    ...(beyond.asked === undefined ? {} : { close: beyond.stay }),
  };
  return deeds;
}

/** Keys, taps, swipes, wheel and links of a text book. */
export function useTextControls(options: TextControlsOptions): TextControls {
  const { publication, text, settings } = options;
  const changeOption = useChangeReadingOption();
  const direction: Direction = text.isRightToLeft ? 'rtl' : 'ltr';
  const turn = (way: Turn) => {
    shell.bars.hide();
    text.turn(way);
  };
  const find = (action: ReaderAction) => buildActions({ ...options, direction, turn, changeOption })[action];
  const shell = useShell({ characterKeys: settings.characterKeys, find, onClose: options.onClose });
  const taps = useTaps({
    zones: settings.tapZones,
    direction,
    turns: true,
    onTurn: turn,
    onBars: shell.bars.toggle,
    onDoubleTap: undefined,
  });
  const [cameFrom, setCameFrom] = useState<TextPlace>();
  const jumping = { ...options, onJump: setCameFrom };
  const inputFor = useFrameInput({ options: jumping, direction, turn, tap: taps.tap, onKey: shell.onKey });
  const goTo = ({ chapter, progression }: TextPlace) => {
    setCameFrom(undefined);
    text.goTo(chapter, { kind: 'progression', value: progression });
  };
  return {
    shell,
    cameFrom,
    goBack: () => {
      if (cameFrom !== undefined) goTo(cameFrom);
    },
    goToPosition: (position) => goTo(placeAtPosition(publication, position)),
    inputFor,
  };
}

interface InputParts {
  readonly options: Jumping;
  readonly direction: Direction;
  readonly turn: (turn: Turn) => void;
  readonly tap: (at: Point, window: Size) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** Input handlers of the chapters. A frame registers them once, so they read the latest state from a ref. */
function useFrameInput(parts: InputParts): TextControls['inputFor'] {
  const latest = useRef(parts);
  useEffect(() => {
    latest.current = parts;
  });
  const wheel = useRef(WHEEL_AT_REST);
  const gesture = (seen: Gesture, pointer: PointerKind, window: Size) => {
    const { options, direction, turn, tap } = latest.current;
    if (seen.kind === 'tap' || seen.kind === 'doubleTap') tap(seen.at, window);
    if (seen.kind !== 'release' || pointer !== 'touch' || options.settings.flow !== 'pages') return;
    const { total, velocity } = seen;
    const isAcross = Math.abs(total.x) > Math.abs(total.y);
    if (isAcross && isTurn(total.x, velocity.x, window.width)) turn(getTurn(total.x < 0 ? 'right' : 'left', direction));
  };
  const spin = (event: WheelEvent) => {
    const { options, turn } = latest.current;
    if (options.settings.flow !== 'pages' || event.ctrlKey) return;
    const [state, way] = readWheel(wheel.current, event.deltaY, event.timeStamp);
    wheel.current = state;
    if (way !== undefined) turn(way);
  };
  return (opening, window) => ({
    onGesture: (seen, pointer) => gesture(seen, pointer, window),
    onKey: (event) => latest.current.onKey(event),
    onWheel: spin,
    onLink: (href) => followLink(latest.current.options, opening.chapter, href),
    onScroll: () => latest.current.options.text.follow(true),
  });
}
