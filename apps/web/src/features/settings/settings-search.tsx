import { plural, t } from '@lingui/core/macro';
import { useId } from 'react';
import { formatNumber } from '#lib/format.ts';
import { CheckField } from '#ui/controls/field.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import type { SettingsFilter } from './settings-filter.ts';
import css from './settings-page.module.css';

interface SettingsSearchProps {
  readonly filter: SettingsFilter;
  readonly onFilter: (filter: SettingsFilter) => void;
  /** Number of matching settings. */
  readonly found: number;
  /** Number of settings that differ from their default. */
  readonly changed: number;
}

/** Searches settings by name, help and API key. */
export function SettingsSearch({ filter, onFilter, found, changed }: SettingsSearchProps) {
  const id = useId();
  const { q = '' } = filter;
  const count = formatNumber(changed);
  const only = filter.changed === true ? ({ changed: true } as const) : {};
  return (
    <search className={css['search']}>
      <div className={css['find']}>
        <label htmlFor={id} className="visually-hidden">{t`Search settings`}</label>
        <Icon name="search" />
        <input
          id={id}
          type="search"
          value={q}
          placeholder={t`Search by name, key or what it does`}
          spellCheck={false}
          onChange={(event) => onFilter({ ...only, ...(event.target.value === '' ? {} : { q: event.target.value }) })}
        />
      </div>
      <CheckField
        label={t`Only changed (${count})`}
        checked={filter.changed === true}
        onChecked={(checked) => onFilter({ ...(q === '' ? {} : { q }), ...(checked ? { changed: true } : {}) })}
      />
      <p role="status" className="visually-hidden">
        {q === '' ? '' : plural(found, { one: '# setting found', other: '# settings found' })}
      </p>
    </search>
  );
}
