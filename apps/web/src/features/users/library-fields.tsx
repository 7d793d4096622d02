import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { librariesQuery } from '#entities/library/queries.ts';
import { formatCount } from '#lib/format.ts';
import { CheckField } from '#ui/field.tsx';
import css from './library-fields.module.css';

interface LibraryFieldsProps {
  /** Ids of the libraries that may be seen; null for all. */
  readonly value: readonly string[] | null;
  readonly onValue: (value: readonly string[] | null) => void;
}

/** Which libraries somebody may see: all, those to come too, or those that are ticked. */
export function LibraryFields({ value, onValue }: LibraryFieldsProps) {
  const name = useId();
  const { data: libraries = [] } = useQuery(librariesQuery());
  const chosen = new Set(value);
  return (
    <fieldset className={css['fields']}>
      <legend className={css['legend']}>Libraries</legend>
      <label className={css['way']}>
        <input type="radio" name={name} checked={value === null} onChange={() => onValue(null)} />
        All libraries, also those to come
      </label>
      <label className={css['way']}>
        <input
          type="radio"
          name={name}
          checked={value !== null}
          onChange={() => onValue(libraries.map(({ id }) => id))}
        />
        Only these
      </label>
      {value !== null && (
        <div className={css['libraries']}>
          {libraries.map((library) => (
            <CheckField
              key={library.id}
              label={library.name}
              hint={formatCount(library.bookCount ?? 0, 'book')}
              checked={chosen.has(library.id)}
              onChecked={(checked) =>
                onValue(checked ? [...value, library.id] : value.filter((id) => id !== library.id))
              }
            />
          ))}
          {chosen.size === 0 && <p className={css['none']}>Without any library there is nothing for them to read.</p>}
        </div>
      )}
    </fieldset>
  );
}
