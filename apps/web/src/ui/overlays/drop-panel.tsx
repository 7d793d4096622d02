import { plural } from '@lingui/core/macro';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#ui/style/class-names.ts';
import css from './drop-panel.module.css';
import { Icon, type IconName } from '#ui/pictures/icon.tsx';
import { placePopover } from './place-popover.ts';

interface DropPanelProps {
  /** Button text, and the accessible name of the panel. */
  readonly label: string;
  readonly icon?: IconName;
  /** Number of active choices, shown on the button. */
  readonly chosen?: number | undefined;
  /** Rendered while open; `close` closes the panel. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button with a small form in a native popover. */
export function DropPanel({ label, icon, chosen = 0, children }: DropPanelProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const isSet = chosen > 0;
  // Its content determines the size. A click must not find it where it was before it had its place.
  useLayoutEffect(() => {
    if (open) show(panel.current);
  }, [open]);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        className={classNames(css['button'], isSet && css['set'])}
      >
        {icon !== undefined && <Icon name={icon} size={18} />}
        {label}
        {isSet && (
          <span className={css['count']}>
            <span aria-hidden="true">{chosen}</span>
            <span className="visually-hidden">{plural(chosen, { one: '# selected', other: '# selected' })}</span>
          </span>
        )}
        <Icon name="down" size={14} />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={css['panel']}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}

function show(panel: HTMLElement | null): void {
  if (panel === null) return;
  placePopover(panel, 'start');
  const first = panel.querySelector<HTMLElement>('input, select, button, a');
  // must not open an on-screen keyboard
  const raises = first instanceof HTMLInputElement && first.type !== 'checkbox' && matchMedia('(hover: none)').matches;
  if (!raises) first?.focus();
}
