import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { librariesQuery } from '#entities/library/queries.ts';
import { Combobox } from '#ui/controls/combobox.tsx';
import type { TextClause } from '../clause.ts';
import type { Choice, FieldWords } from '../field-words.ts';
import { getArity } from '../operators.ts';
import css from './condition-builder.module.css';
import { SeriesField } from './series-field.tsx';
import { useSuggestions } from './use-suggestions.ts';

interface ValueFieldProps {
  readonly clause: TextClause;
  readonly field: FieldWords;
  /** Id of the server's error message. */
  readonly describedBy: string | undefined;
  readonly onTexts: (texts: readonly string[]) => void;
}

export function ValueField(props: ValueFieldProps) {
  const { clause, field, describedBy, onTexts } = props;
  const arity = getArity(clause.operator);
  if (arity === 'none') return null;
  if (clause.field === 'libraryId') return <LibraryField {...props} />;
  if (clause.field === 'seriesId') {
    return <SeriesField ids={clause.texts} many={arity === 'list'} onIds={onTexts} />;
  }
  const isExact = clause.operator === 'is' || clause.operator === 'isNot' || arity === 'list';
  if (field.choices !== undefined && isExact) return <ChoiceField {...props} choices={field.choices} />;
  const [first = '', second = ''] = clause.texts;
  const { label } = field;
  if (arity === 'range') {
    return (
      <span className={css['range']}>
        <PlainField
          {...{ field, describedBy }}
          label={t`${label} from`}
          text={first}
          onText={(text) => onTexts([text, second])}
        />
        <span>{t({ message: 'and', context: 'between the ends of a range' })}</span>
        <PlainField
          {...{ field, describedBy }}
          label={t`${label} to`}
          text={second}
          onText={(text) => onTexts([first, text])}
        />
      </span>
    );
  }
  return <PlainField {...{ field, describedBy }} label={label} text={first} onText={(text) => onTexts([text])} />;
}

interface PlainFieldProps {
  readonly field: FieldWords;
  readonly label: string;
  readonly text: string;
  readonly describedBy: string | undefined;
  readonly onText: (text: string) => void;
}

function PlainField({ field, label, text, describedBy, onText }: PlainFieldProps) {
  const invalid = describedBy === undefined ? undefined : true;
  if (field.family === 'text') return <TextValue {...{ field, label, text, describedBy, onText }} />;
  const size = field.unit?.size ?? 1;
  const shown =
    field.family === 'number' ? (text === '' ? '' : String(Number(text) / size)) : text.slice(0, DAY_LENGTH);
  return (
    <span className={css['value']}>
      <input
        type={field.family === 'number' ? 'number' : 'date'}
        step="any"
        aria-label={label}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        className={css['input']}
        value={shown}
        onChange={({ target: { value } }) =>
          onText(field.family === 'number' && value !== '' ? String(Number(value) * size) : value)
        }
      />
      {field.unit !== undefined && <span>{field.unit.words}</span>}
    </span>
  );
}

/** Length of the date part, `2026-01-31`, of an ISO instant. */
const DAY_LENGTH = 10;

function TextValue({ field, label, text, describedBy, onText }: PlainFieldProps) {
  const suggestions = useSuggestions(field.suggests, text);
  return (
    <span className={css['value']}>
      <Combobox
        label={label}
        text={text}
        onText={onText}
        suggestions={suggestions}
        onPick={({ value }) => onText(value)}
        invalid={describedBy !== undefined}
        describedBy={describedBy}
      />
    </span>
  );
}

function LibraryField(props: ValueFieldProps) {
  const { data: libraries = [] } = useQuery(librariesQuery());
  return <ChoiceField {...props} choices={libraries.map(({ id, name }) => [id, name] as const)} />;
}

interface ChoiceFieldProps extends ValueFieldProps {
  readonly choices: readonly Choice[];
}

function ChoiceField({ clause, field, choices, describedBy, onTexts }: ChoiceFieldProps) {
  const { texts } = clause;
  const [first = ''] = texts;
  if (getArity(clause.operator) === 'list') {
    const toggled = (value: string, checked: boolean) =>
      checked ? [...texts, value] : texts.filter((text) => text !== value);
    return (
      <fieldset className={css['checks']} aria-describedby={describedBy}>
        <legend className="visually-hidden">{field.label}</legend>
        {choices.map(([value, words]) => (
          <label key={value} className={css['check']}>
            <input
              type="checkbox"
              checked={texts.includes(value)}
              onChange={({ target: { checked } }) => onTexts(toggled(value, checked))}
            />
            {words}
          </label>
        ))}
      </fieldset>
    );
  }
  const isKnown = first === '' || choices.some(([value]) => value === first);
  return (
    <select
      aria-label={field.label}
      aria-describedby={describedBy}
      className={css['input']}
      value={first}
      onChange={({ target: { value } }) => onTexts([value])}
    >
      <option value="" disabled>{t`Choose`}</option>
      {!isKnown && <option value={first}>{field.family === 'uuid' ? t`No longer exists` : first}</option>}
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}
