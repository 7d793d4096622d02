import { type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from '#ui/style/class-names.ts';
import css from './drop-panel.module.css';
import { Icon, type IconName } from '#ui/pictures/icon.tsx';
import { placePopover } from './place-popover.ts';

interface DropPanelProps {
  /** On the button, and the name of what it opens. */
  readonly label: string;
  readonly icon?: IconName;
  /** Something inside is chosen: how many, or that. */
  readonly chosen?: number | undefined;
  /** Drawn while it is open; `close` puts it away. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a small form below it, on the native popover. */
export function DropPanel({ label, icon, chosen = 0, children }: DropPanelProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const isSet = chosen > 0;
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
            {chosen}
            <span className="visually-hidden"> chosen</span>
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
        onToggle={(event) => {
          const opened = event.newState === 'open';
          setOpen(opened);
          // what is inside is drawn by now, for its size
          if (opened) requestAnimationFrame(() => show(panel.current));
        }}
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
  // no keyboard is raised over what was just opened
  const raises = first instanceof HTMLInputElement && first.type !== 'checkbox' && matchMedia('(hover: none)').matches;
  if (!raises) first?.focus();
}
