import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Library } from '@lectern/contract';
import { useId } from 'react';
import { librariesQuery } from '#entities/library/queries.ts';
import { profileQuery } from './account-queries.ts';
import { useMay } from './use-may.ts';
import { CheckField } from '#ui/controls/field.tsx';
import css from './library-fields.module.css';

interface LibraryFieldsProps {
  /** Library ids; null for all. */
  readonly value: readonly string[] | null;
  readonly onValue: (value: readonly string[] | null) => void;
  /** For a child profile, whose libraries are at most those of the signed-in user. */
  readonly isForChild?: boolean;
  /** For an access group, whose members have libraries of their own. */
  readonly isForGroup?: boolean;
}

/** Whether the signed-in user sees every library, and may let others see it. */
function useSeesEvery(): boolean {
  const { data: profile } = useQuery(profileQuery());
  const isAdmin = useMay('SystemAdmin');
  return isAdmin || profile?.libraryIds === null;
}

/**
 * Libraries a user can see: all, including future ones, or a selection. A user without access to all cannot grant all.
 */
export function LibraryFields({ value, onValue, isForChild = false, isForGroup = false }: LibraryFieldsProps) {
  const name = useId();
  const { data: libraries = [] } = useQuery(librariesQuery());
  const seesEvery = useSeesEvery();
  const seesAll = isForChild || seesEvery;
  const isFixed = value === null && !seesAll;
  return (
    <fieldset className={css['fields']}>
      <legend className={css['legend']}>{t`Libraries`}</legend>
      <label className={css['way']}>
        <input type="radio" name={name} checked={value === null} disabled={!seesAll} onChange={() => onValue(null)} />
        {isForChild ? t`All that you see, including future ones` : t`All libraries, including future ones`}
      </label>
      <label className={css['way']}>
        <input
          type="radio"
          name={name}
          checked={value !== null}
          disabled={isFixed}
          onChange={() => onValue(libraries.map(({ id }) => id))}
        />
        {t`Only these`}
      </label>
      {value !== null && <TickedLibraries libraries={libraries} value={value} onValue={onValue} />}
      {value?.length === 0 && !isForGroup && (
        <p className={css['none']}>{t`Without a library, this user has nothing to read.`}</p>
      )}
    </fieldset>
  );
}

const formatBooks = (count: number) => plural(count, { one: '# book', other: '# books' });

interface TickedLibrariesProps {
  readonly libraries: readonly Library[];
  readonly value: readonly string[];
  readonly onValue: (value: readonly string[]) => void;
}

function TickedLibraries({ libraries, value, onValue }: TickedLibrariesProps) {
  const chosen = new Set(value);
  return (
    <div className={css['libraries']}>
      {libraries.map((library) => (
        <CheckField
          key={library.id}
          label={library.name}
          hint={formatBooks(library.bookCount ?? 0)}
          checked={chosen.has(library.id)}
          onChecked={(checked) => onValue(checked ? [...value, library.id] : value.filter((id) => id !== library.id))}
        />
      ))}
    </div>
  );
}
