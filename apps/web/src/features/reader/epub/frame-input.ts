import { DOUBLE_TAP_MS, type Gesture, NO_GESTURE, type PointerSample, readGesture } from '../engine/gestures.ts';
import type { PointerKind } from '../controls/use-gestures.ts';

/** Input events inside a chapter. */
export interface FrameInput {
  readonly onGesture: (gesture: Gesture, pointer: PointerKind) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onWheel: (event: WheelEvent) => void;
  /** `href` as written in the document. */
  readonly onLink: (href: string) => void;
  /** The user or the browser scrolled. */
  readonly onScroll: () => void;
}

const SELECTION_REST_MS = 150;

function findLink(target: EventTarget | null): string | undefined {
  // an element of the frame is no instance of this window's Element
  if (target === null || !('closest' in target) || typeof target.closest !== 'function') return undefined;
  const link = (target as Element).closest('a[href]');
  return link?.getAttribute('href') ?? undefined;
}

/** Whether a pointer is beside the text, where no double click selects a word. */
function isBesideText({ target, view }: PointerEvent): boolean {
  return target === view?.document.body || target === view?.document.documentElement;
}

/** Holds a click on text until it cannot become a double click, which selects a word and turns no page. */
class HeldClick {
  readonly #give: (gesture: Gesture) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #gesture: Gesture | undefined;

  constructor(give: (gesture: Gesture) => void) {
    this.#give = give;
  }

  hold(gesture: Gesture): void {
    this.#gesture = gesture;
    this.#timer = setTimeout(() => {
      this.#gesture = undefined;
      this.#give(gesture);
    }, DOUBLE_TAP_MS);
  }

  /** Another click begins: the held one waits for its end. */
  wait(): void {
    clearTimeout(this.#timer);
  }

  /** The held click, once: the other one has ended. */
  take(): Gesture | undefined {
    const gesture = this.#gesture;
    this.#gesture = undefined;
    return gesture;
  }
}

function listenToPointers(document: Document, { onGesture }: FrameInput): void {
  let state = NO_GESTURE;
  const isSelecting = () => document.getSelection()?.isCollapsed === false;
  const held = new HeldClick((gesture) => {
    if (!isSelecting()) onGesture(gesture, 'mouse');
  });
  const give = (gestures: readonly Gesture[], event: PointerEvent) => {
    const pointer = event.pointerType === 'mouse' ? 'mouse' : 'touch';
    for (const gesture of gestures) {
      if (gesture.kind === 'tap' && pointer === 'mouse' && !isBesideText(event)) held.hold(gesture);
      else onGesture(gesture, pointer);
    }
  };
  const listen = (kind: PointerSample['kind']) => (event: PointerEvent) => {
    if (kind === 'down') held.wait();
    if (kind === 'down' && (event.button !== 0 || findLink(event.target) !== undefined)) return;
    const at = { x: event.clientX, y: event.clientY };
    const [next, gestures] = readGesture(state, { kind, id: event.pointerId, at, timeMs: event.timeStamp });
    state = next;
    const first = kind === 'up' ? held.take() : undefined;
    // the user is selecting text, not tapping
    if (isSelecting()) return;
    // Two quick clicks that selected nothing are two turns.
    if (first !== undefined && gestures.length > 0) onGesture(first, 'mouse');
    give(gestures, event);
  };
  document.addEventListener('pointerdown', listen('down'));
  document.addEventListener('pointermove', listen('move'));
  document.addEventListener('pointerup', listen('up'));
  document.addEventListener('pointercancel', listen('cancel'));
}

/** Reports that the selection in a chapter changed, once it rests. */
export function watchSelection(document: Document, onChange: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('selectionchange', () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, SELECTION_REST_MS);
  });
}

/**
 * Listens inside a chapter until it is removed.
 * @returns false where a script-free frame delivers no events (WebKit); an overlay must listen instead
 */
export function listenInFrame(document: Document, input: FrameInput): boolean {
  const heard: Event[] = [];
  document.addEventListener('lectern-probe', (event) => heard.push(event), { once: true });
  document.dispatchEvent(new Event('lectern-probe'));
  if (heard.length === 0) return false;
  listenToPointers(document, input);
  document.addEventListener('keydown', input.onKey);
  document.addEventListener('wheel', input.onWheel, { passive: true });
  document.addEventListener('scroll', input.onScroll, { passive: true });
  document.addEventListener('click', (event) => {
    const href = findLink(event.target);
    if (href === undefined) return;
    event.preventDefault();
    input.onLink(href);
  });
  return true;
}
