import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { librariesQuery } from '#entities/library/queries.ts';
import { type ControlProps, getAriaProps } from './control.ts';
import css from './controls.module.css';

/** A library, or none. */
export function LibraryControl(props: ControlProps) {
  const { value, onValue } = props;
  const { data: libraries } = useQuery(librariesQuery());
  const isKnown = value === '' || libraries?.some(({ id }) => id === value) === true;
  return (
    <select
      {...getAriaProps(props)}
      className={css['input']}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    >
      <option value="">{t({ message: 'None', context: 'library' })}</option>
      {libraries?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {/* until the answer is here, and for a library that was deleted */}
      {!isKnown && <option value={value}>{value}</option>}
    </select>
  );
}
