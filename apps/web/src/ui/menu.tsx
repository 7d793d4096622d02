import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import css from './menu.module.css';

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  readonly tone?: 'danger';
  readonly run: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/** A button that opens a short list of actions on the native popover. */
export function Menu({ label, items }: MenuProps): ReactNode {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  const focusItem = (step: number) => {
    const buttons = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    focusItem(step);
  };

  return (
    <>
      <IconButton icon="more" label={label} popoverTarget={id} aria-haspopup="menu" aria-expanded={open} />
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={css['menu']}
        onKeyDown={handleKey}
        onToggle={(event) => {
          const opened = event.newState === 'open';
          setOpen(opened);
          if (!opened || menu.current === null) return;
          place(menu.current);
          menu.current.querySelector('button')?.focus();
        }}
      >
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            className={css['item']}
            data-tone={item.tone}
            onClick={() => {
              menu.current?.hidePopover();
              item.run();
            }}
          >
            {item.icon !== undefined && <Icon name={item.icon} size={18} />}
            {item.label}
          </button>
        ))}
      </div>
    </>
  );
}

/** Puts the open menu under its button, or above it when there is no room, and inside the window. */
function place(menu: HTMLElement): void {
  const button = document.querySelector(`[popovertarget="${CSS.escape(menu.id)}"]`);
  if (button === null) return;
  const at = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = at.bottom + 4;
  const top = below + height > innerHeight ? Math.max(8, at.top - height - 4) : below;
  menu.style.insetBlockStart = `${top}px`;
  menu.style.insetInlineStart = `${Math.max(8, Math.min(at.right - width, innerWidth - width - 8))}px`;
}
