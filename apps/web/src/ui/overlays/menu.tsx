import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { IconButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import css from './menu.module.css';
import { type MenuDownload, type MenuItem, usePageActions } from './page-actions.ts';
import { placePopover } from './place-popover.ts';

export type { MenuDownload, MenuItem } from './page-actions.ts';

interface MenuProps {
  readonly label: string;
  readonly items: readonly (MenuItem | MenuDownload)[];
}

/** A button with a list of actions in a native popover. The palette offers them, too. */
export function Menu({ label, items }: MenuProps): ReactNode {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  usePageActions(
    label,
    items.filter((item) => !('onlyHere' in item)),
  );

  const focusItem = (step: number) => {
    const entries = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const at = entries.findIndex((entry) => entry === document.activeElement);
    entries[(at + step + entries.length) % entries.length]?.focus();
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
          placePopover(menu.current, 'end');
          // the event fires after the menu opens, when the user may already have moved on
          if (menu.current.contains(document.activeElement)) return;
          menu.current.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
        }}
      >
        {items.map((item) => (
          <Entry key={item.label} item={item} onDone={() => menu.current?.hidePopover()} />
        ))}
      </div>
    </>
  );
}

interface EntryProps {
  readonly item: MenuItem | MenuDownload;
  readonly onDone: () => void;
}

function Entry({ item, onDone }: EntryProps) {
  const content = (
    <>
      {item.icon !== undefined && <Icon name={item.icon} size={18} />}
      {item.label}
    </>
  );
  if ('download' in item) {
    return (
      <a href={item.download} download role="menuitem" className={css['item']} onClick={onDone}>
        {content}
      </a>
    );
  }
  const run = () => {
    onDone();
    item.run();
  };
  return (
    <button
      type="button"
      role="menuitem"
      className={css['item']}
      data-tone={item.tone}
      data-apart={item.apart}
      onClick={run}
    >
      {content}
    </button>
  );
}
