import { useEffect, useMemo, useState } from 'react';

/** How long nobody has to type before what was typed is looked at. */
const SETTLED_MS = 400;

/** A value of plain JSON, as it was when it last stayed the same for a moment; the very first one counts at once. */
export function useSettled<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return useMemo(() => JSON.parse(settled) as Value, [settled]);
}
