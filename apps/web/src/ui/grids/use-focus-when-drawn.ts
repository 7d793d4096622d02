import { useLayoutEffect, useRef } from 'react';

/**
 * Focuses items of a virtualised list.
 * @param focus focuses the item at an index; returns whether it is rendered
 * @returns a function that focuses an item now or after its next render, unless the user moved the focus meanwhile
 */
export function useFocusWhenDrawn(focus: (index: number) => boolean): (index: number) => void {
  const wanted = useRef<{ readonly index: number; readonly before: Element | null }>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const { index, before } = wanted.current;
    const now = document.activeElement;
    // a removed row takes its focus along, and the body has it then
    const isElsewhere = now !== before && now !== document.body;
    if (isElsewhere || focus(index)) wanted.current = undefined;
  });
  return (index) => {
    wanted.current = focus(index) ? undefined : { index, before: document.activeElement };
  };
}
