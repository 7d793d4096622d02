import { useEffect, useMemo, useState } from 'react';

/** How long nobody has to type before what was typed is looked at, unless said. */
const SETTLED_MS = 400;

/** A value of plain JSON, or undefined, as it was when it last stayed the same for a moment; the very first one counts at once. */
export function useSettled<Value>(value: Value, settledMs = SETTLED_MS): Value {
  const text = value === undefined ? '' : JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settledMs);
    return () => clearTimeout(timer);
  }, [text, settledMs]);
  return useMemo(() => (settled === '' ? undefined : JSON.parse(settled)) as Value, [settled]);
}
