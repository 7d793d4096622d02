import { plural, t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { formatNumber } from '#lib/format.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { TextArea } from '#ui/controls/field.tsx';
import type { Json } from '../draft.ts';
import { type AuthorRole as Role, ROLES } from '#entities/credit/roles.ts';
import { type Person, readPeople } from '../paste-people.ts';
import type { ControlProps } from './control-props.ts';
import css from './controls.module.css';
import { GroupFrame } from './group-frame.tsx';

function isPerson(
  value: Json,
): value is { readonly name: string; readonly role: Role; readonly sortName: string | null } {
  return typeof value === 'object' && value !== null && 'name' in value && 'role' in value;
}

function peopleIn(value: Json): readonly Person[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter(isPerson) : [];
}

/** Names with roles, one per row, or pasted as a list. */
export function PeopleControl({ field, value, onValue, ...frame }: ControlProps) {
  const people = peopleIn(value);
  return (
    <GroupFrame {...frame} label={field.label}>
      <PeopleList people={people} onPeople={(next) => onValue(next.map((person) => ({ ...person })))} />
    </GroupFrame>
  );
}

interface PeopleListProps {
  readonly people: readonly Person[];
  readonly onPeople: (people: readonly Person[]) => void;
}

export function PeopleList({ people, onPeople }: PeopleListProps) {
  const rows = useRef<HTMLUListElement>(null);
  const [isPasting, setIsPasting] = useState(false);
  const change = (index: number, part: Partial<Person>) =>
    onPeople(people.map((person, at) => (at === index ? { ...person, ...part } : person)));
  const add = () => {
    onPeople([...people, { name: '', role: people.at(-1)?.role ?? 'writer', sortName: null }]);
    requestAnimationFrame(() => rows.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  };
  return (
    <>
      <ul ref={rows} className={css['rows']}>
        {people.map((person, index) => (
          <PersonRow
            // rows have no id; they are removed anywhere but added only at the end
            key={index}
            person={person}
            at={index + 1}
            onChange={(part) => change(index, part)}
            onRemove={() => onPeople(people.filter((_, one) => one !== index))}
          />
        ))}
      </ul>
      <div className={css['buttons']}>
        <Button icon="plus" onClick={add}>{t`Add creator`}</Button>
        <Button icon="copy" aria-expanded={isPasting} onClick={() => setIsPasting(!isPasting)}>{t`Paste list`}</Button>
      </div>
      {isPasting && (
        <PasteBox
          onPeople={(more) => {
            setIsPasting(false);
            onPeople([...people.filter(({ name }) => name.trim() !== ''), ...fresh(people, more)]);
          }}
        />
      )}
    </>
  );
}

function fresh(people: readonly Person[], more: readonly Person[]): readonly Person[] {
  const getPersonKey = ({ name, role }: Person): string => `${role} ${name.toLowerCase()}`;
  const known = new Set(people.map(getPersonKey));
  return more.filter((person) => !known.has(getPersonKey(person)));
}

interface PersonRowProps {
  readonly person: Person;
  /** From 1. */
  readonly at: number;
  readonly onChange: (part: Partial<Person>) => void;
  readonly onRemove: () => void;
}

function PersonRow({ person, at, onChange, onRemove }: PersonRowProps) {
  const number = formatNumber(at);
  const name = person.name.trim();
  return (
    <li className={css['person']}>
      <input
        dir="auto"
        type="text"
        className={css['input']}
        aria-label={t`Name of creator ${number}`}
        placeholder={t`Name`}
        maxLength={500}
        value={person.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <select
        className={css['input']}
        aria-label={name === '' ? t`Role of creator ${number}` : t`Role of ${name}`}
        value={person.role}
        onChange={(event) => {
          const role = ROLES.find(([one]) => one === event.target.value)?.[0];
          if (role !== undefined) onChange({ role });
        }}
      >
        {ROLES.map(([role, words]) => (
          <option key={role} value={role}>
            {words}
          </option>
        ))}
      </select>
      <IconButton
        icon="trash"
        label={name === '' ? t`Remove creator ${number}` : t`Remove ${name}`}
        onClick={onRemove}
      />
    </li>
  );
}

function PasteBox({ onPeople }: { readonly onPeople: (people: readonly Person[]) => void }) {
  const [text, setText] = useState('');
  const people = readPeople(text, 'writer');
  const count = people.length;
  return (
    <div className={css['paste']}>
      <TextArea
        prose
        label={t`List of creators`}
        hint={t`One or several per line, such as “Ann Lee (inks)” or “Letters: Bo Dean, Cy Dee”. A name without a role becomes a writer.`}
        value={text}
        onText={setText}
      />
      <Button look="primary" disabled={count === 0} onClick={() => onPeople(people)}>
        {count === 0 ? t`Add` : plural(count, { one: 'Add # creator', other: 'Add # creators' })}
      </Button>
    </div>
  );
}
