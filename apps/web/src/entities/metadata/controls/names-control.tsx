import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { Combobox } from '#ui/controls/combobox.tsx';
import type { Field } from '../fields.ts';
import { termsQuery } from '../queries.ts';
import type { ControlProps } from './control-props.ts';
import css from './controls.module.css';
import { GroupFrame } from './group-frame.tsx';

function namesIn(value: ControlProps['value']): readonly string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
}

export function NamesControl({ field, value, onValue, ...frame }: ControlProps) {
  const names = namesIn(value);
  const set = (next: readonly string[]) => onValue(next.length === 0 && field.term === undefined ? null : next);
  return (
    <GroupFrame {...frame} label={field.label}>
      <NameList label={field.label} names={names} onNames={set} />
      <NameInput label={addWords(field)} term={field.term} names={names} onNames={set} />
    </GroupFrame>
  );
}

/** Accessible name of the input that adds to a field. */
export function addWords({ term, label }: Field): string {
  if (term === undefined) return t`Add to ${label}`;
  return term === 'genre' ? t`Add genre` : t`Add tag`;
}

interface NameListProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly onNames: (names: readonly string[]) => void;
}

export function NameList({ label, names, onNames }: NameListProps) {
  const list = useRef<HTMLUListElement>(null);
  if (names.length === 0) return null;
  const remove = (index: number) => {
    onNames(names.filter((_, at) => at !== index));
    // the focused button disappears, so its neighbour gets the focus
    const next = list.current?.querySelectorAll('button')[index === names.length - 1 ? index - 1 : index + 1];
    next?.focus();
  };
  return (
    <ul ref={list} className={css['names']} aria-label={label}>
      {names.map((name, index) => (
        <li key={name}>
          {name}
          <IconButton icon="close" label={t`Remove ${name}`} onClick={() => remove(index)} />
        </li>
      ))}
    </ul>
  );
}

interface NameInputProps extends NameListProps {
  readonly term: 'genre' | 'tag' | undefined;
}

/** Commas separate several names. */
export function NameInput({ label, term, names, onNames }: NameInputProps) {
  const [text, setText] = useState('');
  const known = useSuggested(term, text);
  const add = (typed: string) => {
    const fresh = typed
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    // keeps the first spelling, ignoring case
    const all = new Map([...names, ...fresh].toReversed().map((name) => [name.toLowerCase(), name]));
    if (all.size > names.length) onNames([...all.values()].toReversed());
    setText('');
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented) return;
    event.preventDefault();
    add(text);
  };
  return (
    <div className={css['adding']} onKeyDown={handleKey}>
      <Combobox
        label={label}
        text={text}
        onText={setText}
        placeholder={label}
        suggestions={known.filter(({ value }) => !names.includes(value))}
        onPick={({ value }) => add(value)}
      />
      <Button icon="plus" disabled={text.trim() === ''} onClick={() => add(text)}>{t`Add`}</Button>
    </div>
  );
}

function useSuggested(term: NameInputProps['term'], text: string) {
  const search = useDeferredValue(text.trim());
  const { data } = useQuery({ ...termsQuery(term, search), placeholderData: keepPreviousData });
  if (term === undefined || search === '' || data === undefined) return [];
  return data.data.map(({ name, seriesCount }) => ({
    value: name,
    words: name,
    ...(seriesCount === null ? {} : { detail: plural(seriesCount, { one: '# series', other: '# series' }) }),
  }));
}
