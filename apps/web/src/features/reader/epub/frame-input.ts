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

function listenToPointers(document: Document, { onGesture }: FrameInput): void {
  let state = NO_GESTURE;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let held: Gesture | undefined;
  const isSelecting = () => document.getSelection()?.isCollapsed === false;
  /** A click on text may be the first half of a double click, which selects a word and turns no page. */
  const clickLater = (gesture: Gesture) => {
    held = gesture;
    waiting = setTimeout(() => {
      held = undefined;
      if (!isSelecting()) onGesture(gesture, 'mouse');
    }, DOUBLE_TAP_MS);
  };
  const listen = (kind: PointerSample['kind']) => (event: PointerEvent) => {
    if (kind === 'down') clearTimeout(waiting);
    if (kind === 'down' && (event.button !== 0 || findLink(event.target) !== undefined)) return;
    const at = { x: event.clientX, y: event.clientY };
    const [next, gestures] = readGesture(state, { kind, id: event.pointerId, at, timeMs: event.timeStamp });
    state = next;
    const first = kind === 'up' && gestures.length > 0 ? held : undefined;
    if (kind === 'up') held = undefined;
    // the user is selecting text, not tapping
    if (isSelecting()) return;
    // Two quick clicks that selected nothing are two turns.
    if (first !== undefined) onGesture(first, 'mouse');
    const pointer = event.pointerType === 'mouse' ? 'mouse' : 'touch';
    for (const gesture of gestures) {
      if (gesture.kind === 'tap' && pointer === 'mouse' && !isBesideText(event)) clickLater(gesture);
      else onGesture(gesture, pointer);
    }
  };
  document.addEventListener('pointerdown', listen('down'));
  document.addEventListener('pointermove', listen('move'));
  document.addEventListener('pointerup', listen('up'));
  document.addEventListener('pointercancel', listen('cancel'));
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
