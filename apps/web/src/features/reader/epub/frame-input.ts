import { type Gesture, NO_GESTURE, type PointerSample, readGesture } from '../engine/gestures.ts';
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

function listenToPointers(document: Document, { onGesture }: FrameInput): void {
  let state = NO_GESTURE;
  const listen = (kind: PointerSample['kind']) => (event: PointerEvent) => {
    if (kind === 'down' && (event.button !== 0 || findLink(event.target) !== undefined)) return;
    const at = { x: event.clientX, y: event.clientY };
    const [next, gestures] = readGesture(state, { kind, id: event.pointerId, at, timeMs: event.timeStamp });
    state = next;
    // the user is selecting text, not tapping
    if (document.getSelection()?.isCollapsed === false) return;
    for (const gesture of gestures) onGesture(gesture, event.pointerType === 'mouse' ? 'mouse' : 'touch');
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
