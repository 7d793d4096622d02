import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '#ui/controls/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import css from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  /** Called on Escape, the close button or a click outside; the owner then sets `open` to false. */
  readonly onClose: () => void;
  /** `side` leaves the page visible. */
  readonly place?: 'centre' | 'side';
  readonly wide?: boolean;
  /** Two columns in wide windows. */
  readonly double?: boolean;
  /** Called before the dialog closes, by its close button or otherwise; false keeps it open. */
  readonly mayClose?: (byButton: boolean) => boolean;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The browser gives the focus back when a dialog closes, and leaves it nowhere when an open one is removed. */
function useFocusBack(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    const opener = document.activeElement;
    return () => {
      if (document.activeElement !== document.body) return;
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [open]);
}

/** A modal on the native dialog element, which traps and restores the focus. */
export function Dialog({
  title,
  open,
  onClose,
  place = 'centre',
  wide = false,
  double = false,
  mayClose = () => true,
  actions,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useFocusBack(open);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (open && !element.open) {
      element.showModal();
      firstFocus(element)?.focus();
    }
    if (!open && element.open) element.close();
  }, [open]);

  const closeUnlessKept = (byButton: boolean) => {
    if (mayClose(byButton)) dialog.current?.close();
  };

  // a portal, so that a form in a dialog is never nested in another form
  return createPortal(
    <dialog
      ref={dialog}
      className={classNames(css['dialog'], css[place], wide && css['wide'], double && css['double'])}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => {
        if (event.target === dialog.current && !mayClose(false)) event.preventDefault();
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) closeUnlessKept(false);
      }}
    >
      {open && (
        <div className={css['sheet']}>
          <header className={css['header']}>
            <h2 id={titleId} tabIndex={-1} className={css['title']}>
              {title}
            </h2>
            <IconButton icon="close" label={t`Close`} onClick={() => closeUnlessKept(true)} />
          </header>
          <div className={css['content']}>{children}</div>
          {actions !== undefined && <footer className={css['actions']}>{actions}</footer>}
        </div>
      )}
    </dialog>,
    document.body,
  );
}

/**
 * The first field, else the first footer button, which is the safe one; no field where it would open an on-screen
 * keyboard.
 */
function firstFocus(dialog: HTMLElement): HTMLElement | null {
  const title = dialog.querySelector('h2');
  if (matchMedia('(hover: none)').matches) return title;
  const field = dialog.querySelector<HTMLElement>('input:not([hidden]), select, textarea');
  return field ?? dialog.querySelector<HTMLElement>('footer button') ?? title;
}
