import { useState } from 'react';
import { classNames } from '#ui/style/class-names.ts';
import css from './cover.module.css';
import { Icon, type IconName } from './icon.tsx';

export interface CoverPicture {
  /** Picture address for a width in pixels; undefined without a picture. */
  readonly addressFor: ((width: number) => string) | undefined;
  /** `#rrggbb`, shown while loading. */
  readonly placeholder: string | null;
  /** Printed on the placeholder cover. */
  readonly title: string;
}

interface CoverProps extends CoverPicture {
  /** CSS width of the box, as in `img sizes`. */
  readonly sizes?: string;
  /** Loads at once instead of lazily. */
  readonly eager?: boolean;
  readonly dimmed?: boolean;
  readonly icon?: IconName;
}

/** Cover widths stored by the server. */
export const COVER_WIDTHS = [240, 480] as const;
/** Deviation from 2:3 up to which a picture is cropped to fill the box. */
const CROP_TOLERANCE = 0.12;

/** A fixed 2:3 box with the picture; decorative, since the title stands beside it. */
export function Cover({ addressFor, placeholder, title, sizes = '180px', eager, dimmed, icon }: CoverProps) {
  const address = addressFor?.(COVER_WIDTHS[0]);
  // keyed by address, so that a new picture gets its own attempt
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
    <>
      {state === 'whole' && (
        <img className={css['backdrop']} src={addressFor(COVER_WIDTHS[0])} alt="" draggable={false} />
      )}
      <img
        className={css['picture']}
        data-state={state}
        src={addressFor(COVER_WIDTHS[0])}
        srcSet={COVER_WIDTHS.map((width) => `${addressFor(width)} ${width}w`).join(', ')}
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
    </>
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
