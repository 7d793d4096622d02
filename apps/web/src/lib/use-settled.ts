import { useEffect, useMemo, useState } from 'react';

/** Default debounce time. */
const SETTLED_MS = 400;

/** Debounces a JSON value or undefined; the initial value counts at once. */
export function useSettled<Value>(value: Value, settledMs = SETTLED_MS): Value {
  const text = value === undefined ? '' : JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settledMs);
    return () => clearTimeout(timer);
  }, [text, settledMs]);
  return useMemo(() => (settled === '' ? undefined : JSON.parse(settled)) as Value, [settled]);
}
