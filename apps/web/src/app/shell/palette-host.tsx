import { useLayoutEffect } from 'react';
import { openPaletteOn, paletteState } from '#lib/palette-state.ts';
import { useStore } from '#lib/store.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';

const AppPalette = lazyComponent(async () => (await import('../palette/app-palette.tsx')).AppPalette);

/** Opens the palette with Ctrl+K or Cmd+K on every page. */
export function PaletteHost() {
  const opening = useStore(paletteState);
  // a key right after the first screen counts
  useLayoutEffect(() => {
    document.addEventListener('keydown', openPaletteOn);
    return () => document.removeEventListener('keydown', openPaletteOn);
  }, []);
  if (opening === undefined) return null;
  const { id, onlySettings } = opening;
  const close = () => {
    // The browser tells late that a dialog closed: the next may be open.
    if (paletteState.get()?.id === id) paletteState.set(undefined);
  };
  return <AppPalette key={id} onlySettings={onlySettings} onClose={close} />;
}
