import { useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus to items of which only the visible ones exist.
 * @param focus focuses the item at an index, and answers whether it is there
 * @returns focuses an item now, so that the next key already finds it, or with the first drawing that has it; what somebody
 * focused meanwhile keeps the focus
 */
export function useFocusWhenDrawn(focus: (index: number) => boolean): (index: number) => void {
  const wanted = useRef<{ readonly index: number; readonly before: Element | null }>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const { index, before } = wanted.current;
    const now = document.activeElement;
    // what had the focus leaves the page with its row: then nothing has it
    const isElsewhere = now !== before && now !== document.body;
    if (isElsewhere || focus(index)) wanted.current = undefined;
  });
  return (index) => {
    wanted.current = focus(index) ? undefined : { index, before: document.activeElement };
  };
}
