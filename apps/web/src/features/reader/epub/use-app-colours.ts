import { type RefObject, useLayoutEffect, useState } from 'react';
import { localPreferences } from '#entities/preferences/store.ts';
import type { PaperColours } from './chapter-styles.ts';

function channels(colour: string): readonly number[] {
  return (colour.match(/[\d.]+/g) ?? []).map(Number);
}

function readColours(element: HTMLElement): PaperColours {
  const { backgroundColor: paper, color: ink, accentColor: link } = getComputedStyle(element);
  const [red = 255, green = 255, blue = 255] = channels(paper);
  return { paper, ink, link, isDark: red * 0.3 + green * 0.59 + blue * 0.11 < 128 };
}

/**
 * Reads an element's computed background, text and accent colour, for documents outside the application's style sheets.
 */
export function useAppColours(element: RefObject<HTMLElement | null>): PaperColours | undefined {
  const [colours, setColours] = useState<PaperColours>();
  useLayoutEffect(() => {
    const read = () => {
      if (element.current !== null) setColours(readColours(element.current));
    };
    read();
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', read);
    const unwatch = localPreferences.watch(read);
    return () => {
      system.removeEventListener('change', read);
      unwatch();
    };
  }, [element]);
  return colours;
}
