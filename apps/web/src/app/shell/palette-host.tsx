import { useEffect } from 'react';
import { paletteState } from '#lib/palette-state.ts';
import { useStore } from '#lib/store.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';

const AppPalette = lazyComponent(async () => (await import('../palette/app-palette.tsx')).AppPalette);

/** Opens the palette with Ctrl+K or Cmd+K on every page. */
export function PaletteHost() {
  const offered = useStore(paletteState);
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
      // not the search field of the browser
      event.preventDefault();
      // a dialog that is open is finished first
      if (document.querySelector('dialog[open]') === null) paletteState.set('everything');
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
  if (offered === undefined) return null;
  return <AppPalette onlySettings={offered === 'settings'} onClose={() => paletteState.set(undefined)} />;
}
