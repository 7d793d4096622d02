import { listPads } from './list-pads.ts';
import { applyButton } from './move-focus.ts';
import { type HeldButtons, readPads } from './read-pads.ts';

/** Gives a button to the page as a key press; one without a use there moves the focus. */
function press(key: string, isRepeat: boolean): void {
  const target = document.activeElement ?? document.body;
  const event = new KeyboardEvent('keydown', { key, repeat: isRepeat, bubbles: true, cancelable: true });
  if (target.dispatchEvent(event)) applyButton(key);
}

let isPolling = false;

/** Polls once a frame until the last gamepad is gone. Browsers draw no frames of hidden pages. */
export function pollPads(): void {
  if (isPolling) return;
  isPolling = true;
  let held: HeldButtons = new Map();
  const poll = (nowMs: number): void => {
    const pads = listPads();
    if (pads.length === 0) {
      isPolling = false;
      return;
    }
    const [next, presses] = readPads(held, pads, nowMs);
    held = next;
    if (document.hasFocus()) for (const { key, isRepeat } of presses) press(key, isRepeat);
    requestAnimationFrame(poll);
  };
  requestAnimationFrame(poll);
}
