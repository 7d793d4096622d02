import type { Role } from '@lectern/contract';
import { useEffect, useId, useState } from 'react';
import { ROLE_WORDS } from '#entities/user/permission-words.ts';
import { FilterBar, FilterSelect } from '#ui/controls/filter-bar.tsx';
import css from './users-filter-bar.module.css';
import type { UsersFilter } from './users-filter.ts';

interface UsersFilterBarProps {
  readonly filter: UsersFilter;
  readonly onFilter: (filter: UsersFilter) => void;
}

const ROLES: readonly (readonly [Role, string])[] = [
  ['reader', ROLE_WORDS.reader.name],
  ['maintainer', ROLE_WORDS.maintainer.name],
  ['admin', ROLE_WORDS.admin.name],
];
const STATES = [
  ['active', 'Active'],
  ['inactive', 'Deactivated'],
] as const;

type Choices = { readonly [Key in 'q' | 'role' | 'state']: UsersFilter[Key] | undefined };

/** Filters accounts; a change returns to the first page. */
export function UsersFilterBar({ filter, onFilter }: UsersFilterBarProps) {
  const { q, role, state } = filter;
  const choose = (choice: Partial<Choices>) => {
    const next: Choices = { q, role, state, ...choice };
    onFilter({
      ...(next.q === undefined || next.q === '' ? {} : { q: next.q }),
      ...(next.role === undefined ? {} : { role: next.role }),
      ...(next.state === undefined ? {} : { state: next.state }),
    });
  };
  return (
    <FilterBar label="Which accounts">
      <SearchBox value={q ?? ''} onSettled={(text) => choose({ q: text })} />
      <FilterSelect
        label="Role"
        all="All roles"
        value={role}
        options={ROLES}
        onValue={(chosen) => choose({ role: chosen })}
      />
      <FilterSelect
        label="State"
        all="All states"
        value={state}
        options={STATES}
        onValue={(chosen) => choose({ state: chosen })}
      />
    </FilterBar>
  );
}

const REST_MS = 250;

interface SearchBoxProps {
  readonly value: string;
  readonly onSettled: (text: string) => void;
}

function SearchBox({ value, onSettled }: SearchBoxProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    // the address changed, not the input
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent) return;
    const timer = setTimeout(() => {
      setSent(wanted);
      onSettled(wanted);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text, sent, onSettled]);
  return (
    <div className={css['search']}>
      <label htmlFor={id}>Name or e-mail</label>
      <input
        dir="auto"
        id={id}
        type="search"
        value={text}
        placeholder="Search"
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}
