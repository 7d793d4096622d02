import { useState } from 'react';
import { classNames } from '#ui/style/class-names.ts';
import css from './cover.module.css';
import { Icon, type IconName } from './icon.tsx';

export interface CoverPicture {
  /** Address of the picture at a width in pixels; undefined when there is none. */
  readonly addressFor: ((width: number) => string) | undefined;
  /** `#rrggbb` shown until the picture is there. */
  readonly placeholder: string | null;
  /** Printed on the plain cover that stands in for a missing picture. */
  readonly title: string;
}

interface CoverProps extends CoverPicture {
  /** CSS width of the box, as for `img sizes`. */
  readonly sizes?: string;
  /** Loads at once instead of when it comes near the window. */
  readonly eager?: boolean;
  readonly dimmed?: boolean;
  readonly icon?: IconName;
}

/** Widths at which the server keeps covers. */
const WIDTHS = [240, 480] as const;
/** Pictures this near to 2:3 fill the box; others are shown whole. */
const CROP_TOLERANCE = 0.12;

/** A 2:3 box that never changes size, with the true picture inside; decorative, for the title stands beside it. */
export function Cover({ addressFor, placeholder, title, sizes = '180px', eager, dimmed, icon }: CoverProps) {
  const address = addressFor?.(WIDTHS[0]);
  // by address: that one picture failed says nothing of the one that comes in its place
  const [failed, setFailed] = useState<string>();
  const missing = addressFor === undefined || failed === address;
  return (
    <div
      className={classNames(css['box'], dimmed === true && css['dimmed'])}
      style={placeholder === null || missing ? undefined : { backgroundColor: placeholder }}
    >
      {missing ? (
        <PlainCover title={title} icon={icon ?? 'book'} />
      ) : (
        <Picture
          key={address}
          addressFor={addressFor}
          sizes={sizes}
          eager={eager === true}
          onFail={() => setFailed(address)}
        />
      )}
    </div>
  );
}

interface PictureProps {
  readonly addressFor: (width: number) => string;
  readonly sizes: string;
  readonly eager: boolean;
  readonly onFail: () => void;
}

function Picture({ addressFor, sizes, eager, onFail }: PictureProps) {
  const [state, setState] = useState<'loading' | 'fills' | 'whole'>('loading');
  return (
    <img
      className={css['picture']}
      data-state={state}
      src={addressFor(WIDTHS[0])}
      srcSet={WIDTHS.map((width) => `${addressFor(width)} ${width}w`).join(', ')}
      sizes={sizes}
      width={240}
      height={360}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onLoad={(event) => setState(fits(event.currentTarget) ? 'fills' : 'whole')}
      onError={onFail}
    />
  );
}

function fits({ naturalWidth, naturalHeight }: HTMLImageElement): boolean {
  return Math.abs((naturalWidth / naturalHeight) * 1.5 - 1) <= CROP_TOLERANCE;
}

function PlainCover({ title, icon }: { readonly title: string; readonly icon: IconName }) {
  return (
    <div className={css['plain']} aria-hidden="true">
      <Icon name={icon} size={22} />
      <span>{title}</span>
    </div>
  );
}
