import { t } from '@lingui/core/macro';
import { useEffect, useId, useState } from 'react';
import css from './filter-search.module.css';

const REST_MS = 250;

interface FilterSearchProps {
  readonly label: string;
  readonly value: string;
  readonly onSettled: (text: string) => void;
}

/** A search field of a filter bar; reports once the user stops typing. */
export function FilterSearch({ label, value, onSettled }: FilterSearchProps) {
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
      <label htmlFor={id}>{label}</label>
      <input
        dir="auto"
        id={id}
        type="search"
        value={text}
        placeholder={t`Search`}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}
