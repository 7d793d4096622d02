import { inlineSign } from '#lib/direction.ts';

/** Minimum distance from the window edges, in CSS pixels. */
const EDGE = 8;
const GAP = 4;

/**
 * Places a popover below its button, or above it where there is more room, inside the window.
 * @param align the edges to align
 */
export function placePopover(popover: HTMLElement, align: 'start' | 'end'): void {
  const button = document.querySelector(`[popovertarget="${CSS.escape(popover.id)}"]`);
  if (button === null) return;
  const at = button.getBoundingClientRect();
  const { width, height } = popover.getBoundingClientRect();
  const below = at.bottom + GAP;
  const top = below + height > innerHeight ? Math.max(EDGE, at.top - height - GAP) : below;
  const isLeft = (align === 'start') === (inlineSign() === 1);
  const left = Math.max(EDGE, Math.min(isLeft ? at.left : at.right - width, innerWidth - width - EDGE));
  popover.style.insetBlockStart = `${top}px`;
  popover.style.insetInlineStart = `${inlineSign() === 1 ? left : innerWidth - left - width}px`;
}
