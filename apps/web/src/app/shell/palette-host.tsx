import { useEffect } from 'react';
import { openPaletteOn, paletteState } from '#lib/palette-state.ts';
import { useStore } from '#lib/store.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';

const AppPalette = lazyComponent(async () => (await import('../palette/app-palette.tsx')).AppPalette);

/** Opens the palette with Ctrl+K or Cmd+K on every page. */
export function PaletteHost() {
  const offered = useStore(paletteState);
  useEffect(() => {
    document.addEventListener('keydown', openPaletteOn);
    return () => document.removeEventListener('keydown', openPaletteOn);
  }, []);
  if (offered === undefined) return null;
  return <AppPalette onlySettings={offered === 'settings'} onClose={() => paletteState.set(undefined)} />;
}
