import { correction, generate } from 'lean-qr';
import { useMemo } from 'react';
import css from './qr-code.module.css';

/** Quiet zone in modules, as the QR standard requires. */
const QUIET = 4;

/** A QR code, dark on light in every theme. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg
      className={css['qr']}
      viewBox={`${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

function draw(text: string): { readonly size: number; readonly path: string } {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const sides = Array.from({ length: code.size }, (_, index) => index);
  const path = sides.flatMap((y) => sides.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`)).join('');
  return { size: code.size, path };
}
