import { t } from '@lingui/core/macro';
import { PALETTE_KEYS, paletteState } from '#lib/palette-state.ts';
import css from './header.module.css';

/** Opens the palette; the words on it are its key. */
export function PaletteButton() {
  return (
    <button
      type="button"
      className={css['palette']}
      aria-haspopup="dialog"
      onClick={() => paletteState.set('everything')}
    >
      <span className="visually-hidden">{t`Commands`}</span> <kbd>{PALETTE_KEYS}</kbd>
    </button>
  );
}
