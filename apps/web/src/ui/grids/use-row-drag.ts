import { type PointerEvent, useEffect, useRef, useState } from 'react';

interface RowDragOptions {
  readonly list: { readonly current: HTMLElement | null };
  readonly count: number;
  /** In CSS pixels; equal for all rows. */
  readonly rowHeight: number;
  readonly onDrop: (from: number, to: number) => void;
}

interface Drag {
  readonly from: number;
  readonly to: number;
  /** Pointer offset from the top of the row. */
  readonly grip: number;
  /** Top of the dragged row relative to the list. */
  readonly top: number;
}

/** Distance from the window edge at which dragging scrolls, and the pixels per frame at the edge. */
const EDGE = 72;
const FASTEST = 18;

/** Drags rows of equal height by mouse, pen or touch; Escape cancels. */
export function useRowDrag({ list, count, rowHeight, onDrop }: RowDragOptions) {
  const [drag, setDrag] = useState<Drag>();
  const pointerY = useRef(0);

  const follow = (held: Drag): Drag => {
    const box = list.current?.getBoundingClientRect();
    const top = pointerY.current - (box?.top ?? 0) - held.grip;
    const to = Math.min(count - 1, Math.max(0, Math.round(top / rowHeight)));
    return { ...held, top, to };
  };
  const update = () => setDrag((held) => (held === undefined ? undefined : follow(held)));

  useDragging(drag !== undefined, {
    onFrame: () => {
      const by = edgeSpeed(pointerY.current);
      if (by === 0) return;
      scrollBy(0, by);
      update();
    },
    onCancel: () => setDrag(undefined),
  });

  const handleProps = (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointerY.current = event.clientY;
      const top = index * rowHeight;
      const grip = event.clientY - (list.current?.getBoundingClientRect().top ?? 0) - top;
      setDrag({ from: index, to: index, grip, top });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      pointerY.current = event.clientY;
      update();
    },
    onPointerUp: () => {
      if (drag !== undefined && drag.from !== drag.to) onDrop(drag.from, drag.to);
      setDrag(undefined);
    },
    onPointerCancel: () => setDrag(undefined),
  });

  return {
    from: drag?.from,
    /** Offset of a row in pixels: the dragged one follows the pointer, the others make room. */
    getShift: (index: number): number => {
      if (drag === undefined) return 0;
      if (index === drag.from) return drag.top - index * rowHeight;
      if (index > drag.from && index <= drag.to) return -rowHeight;
      return index < drag.from && index >= drag.to ? rowHeight : 0;
    },
    handleProps,
  };
}

/** Scroll speed in pixels per frame: negative near the top, positive near the bottom. */
function edgeSpeed(y: number): number {
  if (y < EDGE) return -Math.ceil((FASTEST * (EDGE - Math.max(0, y))) / EDGE);
  const below = y - (innerHeight - EDGE);
  return below > 0 ? Math.ceil((FASTEST * Math.min(EDGE, below)) / EDGE) : 0;
}

interface Dragging {
  readonly onFrame: () => void;
  readonly onCancel: () => void;
}

/** Runs `onFrame` on every frame of a drag, and cancels on Escape. */
function useDragging(isDragging: boolean, { onFrame, onCancel }: Dragging): void {
  useEffect(() => {
    if (!isDragging) return;
    const run = () => {
      onFrame();
      frame = requestAnimationFrame(run);
    };
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onCancel();
    };
    let frame = requestAnimationFrame(run);
    addEventListener('keydown', cancel);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('keydown', cancel);
    };
  });
}
