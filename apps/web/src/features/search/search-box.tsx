import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import {
  type FocusEvent,
  type KeyboardEvent,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { usePreferences } from '#entities/preferences/store.ts';
import { currentUserQuery } from '#entities/user/queries.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { rememberSearch } from './recent-searches.ts';
import css from './search.module.css';

const SearchPanel = lazyComponent(async () => (await import('./search-panel.tsx')).SearchPanel);

interface SearchBoxProps {
  readonly text?: string | undefined;
  /** Opens all results; '' clears the query. */
  readonly onText: (text: string) => void;
  /** Results push the page down instead of covering it. */
  readonly inPage?: boolean;
}

/** The global search field with a result panel; `/` focuses it. */
export function SearchBox({ text: given = '', onText, inPage = false }: SearchBoxProps) {
  const id = useId();
  const { data: user } = useQuery(currentUserQuery());
  const input = useRef<HTMLInputElement>(null);
  const { text, setText, setSent } = useGiven(given);
  const list = useOptionKeys();
  useSlash(input);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const chosen = list.options().find((option) => option.id === list.active);
    chosen?.click();
    list.close();
    // moves the keyboard focus to the opened page
    input.current?.blur();
    if (chosen !== undefined) return;
    if (user !== undefined) rememberSearch(user.id, text);
    setSent(text.trim());
    onText(text.trim());
  };
  return (
    <div ref={list.box} className={css['box']} data-in-page={inPage} onBlur={list.handleBlur}>
      <form role="search" className={css['form']} onSubmit={submit}>
        <Icon name="search" size={18} />
        <input
          dir="auto"
          ref={input}
          type="search"
          role="combobox"
          aria-label={t`Search`}
          aria-expanded={list.open}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={list.active}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={500}
          placeholder={t`Search`}
          className={css['input']}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            list.show();
          }}
          onFocus={list.show}
          onClick={list.show}
          onKeyDown={list.handleKey}
        />
        <kbd className={css['key']} aria-hidden="true">
          /
        </kbd>
      </form>
      <div id={id} className={css['panel']} hidden={!list.open}>
        {list.open && <SearchPanel text={text} active={list.active} onDone={list.close} />}
      </div>
    </div>
  );
}

/** The typed text. A new `given` replaces it, unless it echoes what was typed here. */
function useGiven(given: string) {
  const [text, setText] = useState(given);
  const [known, setKnown] = useState(given);
  const [sent, setSent] = useState<string>();
  if (given !== known) {
    setKnown(given);
    setSent(undefined);
    if (given !== sent) setText(given);
  }
  return { text, setText, setSent };
}

/** Keyboard control of the options: arrows move, Escape closes; the field keeps the focus. */
function useOptionKeys() {
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const options = () => [...(box.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
  const close = () => {
    setOpen(false);
    setActive(undefined);
  };
  const move = (step: number) => {
    setOpen(true);
    const all = options();
    const at = all.findIndex((option) => option.id === active);
    const next = all[at === -1 && step < 0 ? all.length - 1 : at + step];
    setActive(next?.id);
    next?.scrollIntoView({ block: 'nearest' });
  };
  return {
    box,
    open,
    active,
    options,
    close,
    show: () => {
      setOpen(true);
      setActive(undefined);
    },
    handleKey: (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        event.preventDefault();
        move(step);
      } else if (event.key === 'Escape' && open) {
        event.preventDefault();
        close();
      }
    },
    handleBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) close();
    },
  };
}

/** `/` focuses the field, unless another field has the focus, a dialog is open, or the user has turned such keys off. */
function useSlash(input: { readonly current: HTMLInputElement | null }): void {
  const isOff = usePreferences()['reader.character_keys'] === false;
  // a key right after the first screen counts
  useLayoutEffect(() => {
    if (isOff) return;
    const handle = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { target } = event;
      if (
        target instanceof HTMLElement &&
        target.closest('input, select, textarea, dialog, [contenteditable]') !== null
      )
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [input, isOff]);
}
