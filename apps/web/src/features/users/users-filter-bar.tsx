import { t } from '@lingui/core/macro';
import type { Role } from '@lectern/contract';
import { ROLE_WORDS } from '#entities/user/permission-words.ts';
import { FilterBar, FilterSelect } from '#ui/controls/filter-bar.tsx';
import { FilterSearch } from '#ui/controls/filter-search.tsx';
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
  ['active', t`Active`],
  ['inactive', t`Deactivated`],
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
    <FilterBar label={t`Filter accounts`}>
      <FilterSearch label={t`Name or e-mail`} value={q ?? ''} onSettled={(text) => choose({ q: text })} />
      <FilterSelect
        label={t`Role`}
        all={t`All roles`}
        value={role}
        options={ROLES}
        onValue={(chosen) => choose({ role: chosen })}
      />
      <FilterSelect
        label={t`State`}
        all={t`All states`}
        value={state}
        options={STATES}
        onValue={(chosen) => choose({ state: chosen })}
      />
    </FilterBar>
  );
}
