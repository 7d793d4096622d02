import { t } from '@lingui/core/macro';
import { PALETTE_KEYS, paletteState } from '#lib/palette-state.ts';
import css from './header.module.css';

/** Opens the palette; the words on it are its key. */
export function PaletteButton() {
  const keys = PALETTE_KEYS;
  return (
    <button
      type="button"
      className={css['palette']}
      aria-label={t`Commands (${keys})`}
      aria-haspopup="dialog"
      onClick={() => paletteState.set('everything')}
    >
      <kbd>{keys}</kbd>
    </button>
  );
}
