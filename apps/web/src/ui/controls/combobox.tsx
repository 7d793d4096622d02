import { type KeyboardEvent, useId, useState } from 'react';
import css from './combobox.module.css';

export interface Suggestion {
  readonly value: string;
  readonly words: string;
  /** Extra text, such as a count. */
  readonly detail?: string;
}

interface ComboboxProps {
  /** Accessible name. */
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly suggestions: readonly Suggestion[];
  readonly onPick: (suggestion: Suggestion) => void;
  readonly placeholder?: string;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
}

/** A text field with suggestions; free text is allowed. Arrows select, Enter accepts, Escape closes the list. */
export function Combobox(props: ComboboxProps) {
  const { label, text, onText, suggestions, onPick, placeholder, invalid = false, describedBy } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = open && suggestions.length > 0;
  const pick = (suggestion: Suggestion | undefined) => {
    setOpen(false);
    setActive(-1);
    if (suggestion !== undefined) onPick(suggestion);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      setActive((at) => Math.max(-1, Math.min(suggestions.length - 1, at + step)));
    } else if (shown && event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      pick(suggestions[active]);
    } else if (shown && event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      pick(undefined);
    }
  };
  return (
    <div className={css['combobox']}>
      <input
        dir="auto"
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={shown}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
        aria-invalid={invalid ? true : undefined}
        aria-describedby={describedBy}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className={css['input']}
        value={text}
        placeholder={placeholder}
        onChange={(event) => {
          setOpen(true);
          setActive(-1);
          onText(event.target.value);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => pick(undefined)}
        onKeyDown={handleKey}
      />
      <Suggestions id={id} label={label} shown={shown} suggestions={suggestions} active={active} onPick={pick} />
    </div>
  );
}

interface SuggestionsProps {
  readonly id: string;
  readonly label: string;
  readonly shown: boolean;
  readonly suggestions: readonly Suggestion[];
  /** Index accepted by Enter; -1 for none. */
  readonly active: number;
  readonly onPick: (suggestion: Suggestion) => void;
}

function Suggestions({ id, label, shown, suggestions, active, onPick }: SuggestionsProps) {
  return (
    <ul id={id} role="listbox" aria-label={label} className={css['list']} hidden={!shown}>
      {shown &&
        suggestions.map((suggestion, index) => (
          // the field keeps the focus and handles the keys
          <li
            key={suggestion.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={css['option']}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(suggestion)}
          >
            <span>{suggestion.words}</span>
            {suggestion.detail !== undefined && <span className={css['detail']}>{suggestion.detail}</span>}
          </li>
        ))}
    </ul>
  );
}
