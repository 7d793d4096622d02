import { plural, t } from '@lingui/core/macro';
import type { LinkProps } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { problemSentence } from '#lib/problem.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { Cover, type CoverPicture } from '#ui/pictures/cover.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Icon, type IconName } from '#ui/pictures/icon.tsx';
import type { FoundItem } from '../found-groups.ts';
import { useFound } from '../use-found.ts';
import { ENTRY_GROUPS, type PaletteEntry } from './entry.ts';
import { matchEntries } from './match-entries.ts';
import css from './palette.module.css';
import { recentEntries, rememberEntry } from './recent-entries.ts';

interface PaletteProps {
  readonly userId: string;
  readonly entries: readonly PaletteEntry[];
  /** Offers only what can be set. */
  readonly onlySettings: boolean;
  readonly onLink: (link: LinkProps) => void;
  readonly onClose: () => void;
}

const REST_MS = 80;

/** Finds and does everything that the user may: pages, books, actions and settings. */
export function Palette({ onlySettings, onClose, ...props }: PaletteProps) {
  return (
    <Dialog title={onlySettings ? t`Search settings` : t`Commands`} open onClose={onClose} wide>
      <PaletteContent {...props} onlySettings={onlySettings} onClose={onClose} />
    </Dialog>
  );
}

/** One option of the list. */
interface Choice {
  readonly key: string;
  readonly label: string;
  readonly detail: string | undefined;
  readonly icon: IconName;
  readonly cover?: CoverPicture | undefined;
  readonly keys?: string | undefined;
  readonly run: () => void;
}

interface ChoiceGroup {
  readonly key: string;
  readonly label: string;
  readonly choices: readonly Choice[];
}

function PaletteContent({ onlySettings, onClose, ...props }: PaletteProps) {
  const id = useId();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { groups, note } = useGroups({ ...props, onlySettings, text });
  const choices = groups.flatMap((group) => group.choices);
  const close = () => {
    // the browser gives the focus back before the choice moves it
    field.current?.closest('dialog')?.close();
    onClose();
  };
  const list = useActiveChoice(choices, close, text);
  // also on a touch screen, where dialogs leave the focus on their title
  useEffect(() => field.current?.focus(), []);
  const words = onlySettings ? t`Search settings` : t`Go to or do`;
  const count = choices.length;
  return (
    <>
      <input
        ref={field}
        dir="auto"
        type="text"
        role="combobox"
        aria-label={words}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={list.active === undefined ? undefined : `${id}-${list.active}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        placeholder={words}
        className={css['input']}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={list.handleKey}
      />
      <p role="status" className="visually-hidden">
        {plural(count, { one: '# result', other: '# results' })}
      </p>
      {(note !== undefined || count === 0) && (
        <p className={css['none']}>{note ?? t`Nothing found. Try fewer or other words.`}</p>
      )}
      <div id={id} role="listbox" aria-label={t`Results`}>
        {groups.map((group) => (
          <Group key={group.key} id={`${id}-${group.key}`} label={group.label}>
            {group.choices.map((choice) => (
              <Option
                key={choice.key}
                id={`${id}-${choice.key}`}
                choice={choice}
                isActive={choice.key === list.active}
                onChoose={() => list.choose(choice)}
              />
            ))}
          </Group>
        ))}
      </div>
    </>
  );
}

interface Searched extends Omit<PaletteProps, 'onClose'> {
  readonly text: string;
}

interface Offered {
  readonly groups: readonly ChoiceGroup[];
  /** Why no more was found. */
  readonly note?: string | undefined;
}

/** Entries that match, and then what the server finds. */
function useGroups({ userId, entries, onlySettings, onLink, text }: Searched): Offered {
  const found = useFoundChoices(onlySettings ? '' : text, onLink);
  const offered = onlySettings ? entries.filter(({ isSetting }) => isSetting === true) : entries;
  const matched = matchEntries(offered, text, recentEntries(userId)).map(
    ({ key, group, entries: members }): ChoiceGroup => ({
      key,
      label: group === undefined ? t`Recent` : ENTRY_GROUPS[group],
      choices: members.map((entry) => toChoice(entry, userId)),
    }),
  );
  return { ...found, groups: [...matched, ...found.groups] };
}

function toChoice(entry: PaletteEntry, userId: string): Choice {
  const { id, label, detail, icon, keys, run } = entry;
  return {
    key: id,
    label,
    detail,
    icon,
    keys,
    run: () => {
      // what one page offers is not on the next
      if (entry.group !== 'actions') rememberEntry(userId, id);
      run();
    },
  };
}

/** Series, books, lists and names that the server finds, else the books on this device. */
function useFoundChoices(text: string, onLink: (link: LinkProps) => void): Offered {
  const { groups = [], words, isKept, error } = useFound(useDebounced(text.trim(), REST_MS));
  const toOption = ({ key, title, detail, icon, cover, link }: FoundItem): Choice => ({
    key: `found-${icon}-${key}`,
    label: title,
    detail,
    icon,
    cover,
    run: () => onLink(link),
  });
  const choices = groups.map(({ label, items }, index) => ({
    key: `found-${String(index)}`,
    label,
    choices: items.map(toOption),
  }));
  return { groups: choices, note: isKept ? words : error === null ? undefined : problemSentence(error) };
}

/** The option that Enter takes: the first one, until an arrow key moves on. */
function useActiveChoice(choices: readonly Choice[], onClose: () => void, text: string) {
  const [moved, setMoved] = useState<{ readonly key: string; readonly text: string }>();
  const at = moved?.text === text ? choices.findIndex(({ key }) => key === moved.key) : -1;
  const active = choices[at === -1 ? 0 : at];
  const choose = (choice: Choice) => {
    onClose();
    choice.run();
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = choices[(Math.max(at, 0) + step + choices.length) % choices.length];
      if (next !== undefined) setMoved({ key: next.key, text });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && active !== undefined) {
      event.preventDefault();
      choose(active);
    }
  };
  return { active: active?.key, choose, handleKey };
}

interface GroupProps {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}

function Group({ id, label, children }: GroupProps) {
  return (
    <div role="group" aria-labelledby={id} className={css['group']}>
      <p id={id} className={css['heading']}>
        {label}
      </p>
      {children}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly choice: Choice;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

/** Reached by the arrow keys of the field, which keeps the focus. */
function Option({ id, choice, isActive, onChoose }: OptionProps) {
  const option = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <button
      ref={option}
      id={id}
      type="button"
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={css['option']}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={css[choice.cover === undefined ? 'icon' : 'cover']}>
        {choice.cover === undefined ? (
          <Icon name={choice.icon} size={18} />
        ) : (
          <Cover {...choice.cover} title="" icon={choice.icon} sizes="32px" />
        )}
      </span>
      <span className={css['words']}>
        <span className={css['title']} dir="auto">
          {choice.label}
        </span>
        {choice.detail !== undefined && choice.detail !== '' && (
          <span className={css['detail']} dir="auto">
            {choice.detail}
          </span>
        )}
      </span>
      {choice.keys !== undefined && <kbd className={css['key']}>{choice.keys}</kbd>}
    </button>
  );
}
