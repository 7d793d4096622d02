import { useEffect, useMemo, useState } from 'react';

/** Default debounce time. */
const DEBOUNCE_MS = 400;

/** Debounces a JSON value or undefined; the initial value counts at once. */
export function useDebounced<Value>(value: Value, delayMs = DEBOUNCE_MS): Value {
  const text = value === undefined ? '' : JSON.stringify(value);
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return useMemo(() => (debounced === '' ? undefined : JSON.parse(debounced)) as Value, [debounced]);
}
