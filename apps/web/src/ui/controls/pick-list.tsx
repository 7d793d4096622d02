import css from './pick-list.module.css';

export interface PickOption {
  readonly value: string;
  readonly words: string;
  /** Extra text, such as a count. */
  readonly detail?: string;
}

interface PickListProps {
  /** Accessible name. */
  readonly label: string;
  readonly options: readonly PickOption[];
  readonly picked: readonly string[];
  readonly onPicked: (picked: readonly string[]) => void;
}

/** A list of checkboxes. */
export function PickList({ label, options, picked, onPicked }: PickListProps) {
  return (
    <fieldset>
      <legend className="visually-hidden">{label}</legend>
      {options.map(({ value, words, detail }) => (
        <label key={value} className={css['option']}>
          <input
            type="checkbox"
            checked={picked.includes(value)}
            onChange={({ target: { checked } }) =>
              onPicked(checked ? [...picked, value] : picked.filter((one) => one !== value))
            }
          />
          <span className={css['words']}>{words}</span>
          {detail !== undefined && <span className={css['detail']}>{detail}</span>}
        </label>
      ))}
    </fieldset>
  );
}
