import { useLayoutEffect, useRef, useState } from 'react';
import { findAction, isKeyTaken, type KeyPress, type ReaderAction } from '#entities/keys/key-map.ts';
import { useKeys } from '#entities/keys/use-keys.ts';
import { openPaletteOn } from '#lib/palette-state.ts';
import type { FindDeed } from './reader-view.ts';
import { type Bars, useBars } from './use-bars.ts';
import { toggleFullscreen } from './use-fullscreen.ts';
import { isBelowLayer, useSteering } from './use-steering.ts';

/** Panels beside or over the page; one at a time. */
export type PanelName = 'settings' | 'contents' | 'goTo' | 'help';

export interface Shell {
  readonly bars: Bars;
  readonly panel: PanelName | undefined;
  readonly openPanel: (name: PanelName | undefined) => void;
  /** What an action of the palette does now. */
  readonly find: FindDeed;
  /** For documents in frames, whose key events do not reach the window. */
  readonly onKey: (event: KeyboardEvent) => void;
}

interface ShellOptions {
  readonly characterKeys: boolean;
  readonly find: FindDeed;
  readonly onClose: () => void;
}

const PANELS: Partial<Readonly<Record<ReaderAction, PanelName>>> = {
  settings: 'settings',
  contents: 'contents',
  goTo: 'goTo',
  help: 'help',
};

function findKeyOwner(target: EventTarget | null): Parameters<typeof isKeyTaken>[1] {
  // an element of a frame is no instance of this window's classes
  if (target === null || !('tagName' in target) || typeof target.tagName !== 'string') {
    return { tag: '', kind: '', editable: false };
  }
  const kind = 'type' in target && typeof target.type === 'string' ? target.type : '';
  const editable = 'isContentEditable' in target && target.isContentEditable === true;
  return { tag: target.tagName.toLowerCase(), kind, editable };
}

/** Keys, bars and panels shared by all readers. */
export function useShell({ characterKeys, find, onClose }: ShellOptions): Shell {
  const bars = useBars();
  const steering = useSteering(bars);
  const keys = useKeys();
  const [panel, setPanel] = useState<PanelName>();

  const switchBars = (isPad: boolean) => {
    if (steering.leave()) return;
    if (isPad || !bars.areShown) steering.begin(isPad);
    else bars.toggle();
  };
  const closeReader = () => (find('close') ?? onClose)();
  const close = () => {
    if (!steering.leave()) closeReader();
  };
  const findHere = (action: ReaderAction, isPad = false): ReturnType<FindDeed> => {
    const named = PANELS[action];
    if (named !== undefined) return () => setPanel(panel === named ? undefined : named);
    if (action === 'bars') return () => switchBars(isPad);
    if (action === 'fullScreen') return document.fullscreenEnabled ? toggleFullscreen : undefined;
    if (action !== 'close') return find(action);
    return panel === undefined ? close : () => setPanel(undefined);
  };

  // the palette gives the focus back to a bar, and names what closes: the reader
  const findForPalette: FindDeed = (action) =>
    action === 'close' && panel === undefined ? closeReader : findHere(action);

  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (steering.take(event)) return;
    if (isBelowLayer()) return;
    // a key that was pressed in a frame
    if (openPaletteOn(event)) return;
    if (event.key === 'Tab') bars.revealForFocus();
    if (isKeyTaken(event.key, findKeyOwner(event.target))) return;
    const press: KeyPress = event;
    const action = findAction(press, { keys, characterKeys });
    const isPad = event.key.startsWith('Pad:');
    // in an open panel, a gamepad moves the focus
    if (panel !== undefined && isPad && action !== 'close') return;
    const deed = action === undefined ? undefined : findHere(action, isPad);
    if (deed === undefined) return;
    deed();
    event.preventDefault();
  };
  const latest = useRef(onKey);
  // a key right after a page is shown is one of that page
  useLayoutEffect(() => {
    latest.current = onKey;
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event);
    window.addEventListener('keydown', listen);
    window.addEventListener('pointerdown', steering.end, true);
    return () => {
      window.removeEventListener('keydown', listen);
      window.removeEventListener('pointerdown', steering.end, true);
    };
  }, []);
  return { bars, panel, openPanel: setPanel, find: findForPalette, onKey: (event) => latest.current(event) };
}
