import { t } from '@lingui/core/macro';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '#ui/controls/button.tsx';
import { openPalette } from '#lib/palette-state.ts';
import { classNames } from '#ui/style/class-names.ts';
import { Icon } from '#ui/pictures/icon.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { ElsewhereNote } from './elsewhere-note.tsx';
import { KeyHelp } from './key-help.tsx';
import css from './reader-shell.module.css';
import { useEInkOffer } from './use-e-ink-offer.ts';
import { toggleFullscreen, useIsFullscreen } from './use-fullscreen.ts';
import { ScreenRefresh } from './screen-refresh.tsx';
import type { Elsewhere } from './use-progress.ts';
import { type ReaderOptions, useReaderCommands } from './use-reader-commands.ts';
import type { Shell } from './use-shell.ts';

interface ReaderShellProps {
  readonly shell: Shell;
  readonly title: string;
  /** Position in the series or book. */
  readonly subtitle: string | undefined;
  readonly isIncognito: boolean;
  /** A newer place on another device. */
  readonly elsewhere: Elsewhere | undefined;
  readonly onClose: () => void;
  /** Announced to screen readers on every change: "Page 12 of 205". */
  readonly place: string;
  readonly look: 'theme' | 'black' | 'grey' | 'white';
  /** 30 to 100. */
  readonly brightness: number;
  /** Turned pages from one full refresh of the screen to the next; 0 for none. */
  readonly refreshPages: number;
  readonly options: ReaderOptions;
  /** Actions on the visible pages; without a list, there is no menu, and no way to the palette. */
  readonly menu: readonly MenuItem[] | undefined;
  readonly bottom: ReactNode;
  /** Open sheets and dialogs. */
  readonly panels: ReactNode;
  readonly children: ReactNode;
}

/** The reader window: the page fills it, with the bars on top. */
export function ReaderShell(props: ReaderShellProps) {
  const { shell, title, place } = props;
  const root = useRef<HTMLElement>(null);
  useEInkOffer();
  useReaderCommands({ title: t`Reading ${title}`, find: shell.find, options: props.options });
  useEffect(() => {
    // takes the focus at the start, and after a panel with the focus was removed
    if (document.activeElement === document.body) root.current?.focus({ preventScroll: true });
  }, [shell.panel]);
  const isHidden = !shell.bars.areShown && shell.panel === undefined;
  const dim: CSSProperties = { opacity: 1 - props.brightness / 100 };
  return (
    <main
      ref={root}
      id="main"
      className={classNames(css['reader'], css[props.look], isHidden && css['quiet'])}
      aria-label={t`Reading ${title}`}
      tabIndex={-1}
      {...shell.bars.handlers}
    >
      <div className={css['stage']}>{props.children}</div>
      {props.brightness < 100 && <div className={css['dim']} style={dim} />}
      <ElsewhereNote elsewhere={props.elsewhere} />
      <TopBar {...props} />
      <div className={css['bottom']} data-bar>
        {props.bottom}
      </div>
      {props.panels}
      <ScreenRefresh place={place} every={props.refreshPages} />
      {shell.panel === 'help' && <KeyHelp onClose={() => shell.openPanel(undefined)} />}
      <div className="visually-hidden" role="status" aria-live="polite" data-testid="place">
        {place}
      </div>
    </main>
  );
}

/** The way to the palette without a keyboard. */
function getPaletteItem(): MenuItem {
  return { label: t`Commands`, icon: 'command', onlyHere: true, run: () => openPalette() };
}

function TopBar({ shell, title, subtitle, isIncognito, menu, onClose }: ReaderShellProps) {
  const isFullscreen = useIsFullscreen();
  return (
    <header className={css['top']} data-bar>
      <IconButton icon="back" label={t`Close the reader`} onClick={onClose} />
      <div className={css['titles']}>
        <h1>{title}</h1>
        {subtitle !== undefined && <p>{subtitle}</p>}
      </div>
      {isIncognito && (
        <span className={css['incognito']}>
          <Icon name="eye-off" size={16} />
          {t`Incognito`}
        </span>
      )}
      <IconButton
        icon="list"
        label={t({ message: 'Contents', context: 'of a book' })}
        onClick={() => shell.openPanel('contents')}
      />
      <IconButton icon="settings" label={t`Reader settings`} onClick={() => shell.openPanel('settings')} />
      {document.fullscreenEnabled && (
        <IconButton
          icon="fullscreen"
          label={isFullscreen ? t`Leave full screen` : t`Full screen`}
          onClick={toggleFullscreen}
        />
      )}
      <span className={css['spare']}>
        <IconButton icon="info" label={t`Keys and gestures`} onClick={() => shell.openPanel('help')} />
      </span>
      {menu !== undefined && (
        <Menu label={menu.length === 0 ? t`More` : t`Page actions`} items={[...menu, getPaletteItem()]} />
      )}
    </header>
  );
}
