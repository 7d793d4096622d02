import { useEffect, useRef, useState } from 'react';
import { findAction, isKeyTaken, type KeyPress, type ReaderAction } from '#entities/keys/key-map.ts';
import { useKeys } from '#entities/keys/use-keys.ts';
import { type Bars, useBars } from './use-bars.ts';
import { toggleFullscreen } from './use-fullscreen.ts';

/** Panels beside or over the page; one at a time. */
export type PanelName = 'settings' | 'contents' | 'goTo' | 'help';

export interface Shell {
  readonly bars: Bars;
  readonly panel: PanelName | undefined;
  readonly openPanel: (name: PanelName | undefined) => void;
  /** For documents in frames, whose key events do not reach the window. */
  readonly onKey: (event: KeyboardEvent) => void;
}

interface ShellOptions {
  readonly characterKeys: boolean;
  readonly perform: (action: ReaderAction) => boolean;
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
export function useShell({ characterKeys, perform, onClose }: ShellOptions): Shell {
  const bars = useBars();
  const keys = useKeys();
  const [panel, setPanel] = useState<PanelName>();

  const act = (action: ReaderAction): boolean => {
    const named = PANELS[action];
    if (named !== undefined) setPanel(panel === named ? undefined : named);
    else if (action === 'bars') bars.toggle();
    else if (action === 'fullScreen') toggleFullscreen();
    else if (action !== 'close') return perform(action);
    else if (panel !== undefined) setPanel(undefined);
    else if (!perform('close')) onClose();
    return true;
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('dialog:modal, :popover-open') !== null) return;
    if (event.key === 'Tab') bars.revealForFocus();
    if (isKeyTaken(event.key, findKeyOwner(event.target))) return;
    const press: KeyPress = event;
    const action = findAction(press, { keys, characterKeys });
    // in an open panel, a gamepad moves the focus
    if (panel !== undefined && event.key.startsWith('Pad:') && action !== 'close') return;
    if (action !== undefined && act(action)) event.preventDefault();
  };
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return { bars, panel, openPanel: setPanel, onKey: (event) => latest.current(event) };
}
