import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Current width of an element in CSS pixels. */
export function useWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(320);
  useLayoutEffect(() => {
    const place = element.current;
    if (place === null) return;
    const measure = () => setWidth(Math.max(120, Math.floor(place.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
