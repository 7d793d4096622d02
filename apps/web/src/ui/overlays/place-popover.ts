/** How far a popover keeps from the edges of the window, in CSS pixels. */
const EDGE = 8;
const GAP = 4;

/**
 * Puts an open popover under its button, or above it where there is more room, and inside the window.
 * @param align which of their edges meet
 */
export function placePopover(popover: HTMLElement, align: 'start' | 'end'): void {
  const button = document.querySelector(`[popovertarget="${CSS.escape(popover.id)}"]`);
  if (button === null) return;
  const at = button.getBoundingClientRect();
  const { width, height } = popover.getBoundingClientRect();
  const below = at.bottom + GAP;
  const top = below + height > innerHeight ? Math.max(EDGE, at.top - height - GAP) : below;
  const left = align === 'start' ? at.left : at.right - width;
  popover.style.insetBlockStart = `${top}px`;
  popover.style.insetInlineStart = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
}
