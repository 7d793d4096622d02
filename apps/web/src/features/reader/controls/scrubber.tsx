import { t } from '@lingui/core/macro';
import { type CSSProperties, useState } from 'react';
import css from './scrubber.module.css';

interface ScrubberProps {
  readonly page: number;
  readonly pageCount: number;
  readonly rightToLeft: boolean;
  /** Label of a page: "Page 12 of 205". */
  readonly describe: (page: number) => string;
  /** Thumbnail address of a page; undefined without thumbnails. */
  readonly preview: ((page: number) => string) | undefined;
  readonly onGo: (page: number) => void;
}

/** A slider over the whole book. Dragging previews the target; release or a key jumps there. */
export function Scrubber({ page, pageCount, rightToLeft, describe, preview, onGo }: ScrubberProps) {
  const [dragged, setDragged] = useState<number | 'held'>();
  const shown = typeof dragged === 'number' ? dragged : page;
  const share = pageCount > 1 ? (shown - 1) / (pageCount - 1) : 0;
  const place: CSSProperties = { insetInlineStart: `${share * 100}%` };
  const letGo = () => {
    if (typeof dragged === 'number') onGo(dragged);
    setDragged(undefined);
  };
  return (
    <div className={css['scrubber']} dir={rightToLeft ? 'rtl' : 'ltr'}>
      {typeof dragged === 'number' && (
        <div className={css['preview']} style={place} aria-hidden="true">
          {preview !== undefined && <img src={preview(shown)} alt="" />}
          <span dir="ltr">{describe(shown)}</span>
        </div>
      )}
      <input
        type="range"
        min={1}
        max={Math.max(1, pageCount)}
        value={shown}
        aria-label={t`Place in the book`}
        aria-valuetext={describe(shown)}
        onPointerDown={() => setDragged('held')}
        onPointerUp={letGo}
        onPointerCancel={() => setDragged(undefined)}
        onChange={(event) => {
          const next = event.currentTarget.valueAsNumber;
          if (dragged === undefined) onGo(next);
          else setDragged(next);
        }}
      />
    </div>
  );
}
