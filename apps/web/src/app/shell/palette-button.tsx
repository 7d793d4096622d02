import { t } from '@lingui/core/macro';
import { openPalette, PALETTE_KEYS } from '#lib/palette-state.ts';
import { Icon } from '#ui/pictures/icon.tsx';
import css from './header.module.css';

/** Opens the palette; it shows its key, or an icon where there is no keyboard. */
export function PaletteButton() {
  return (
    <button type="button" className={css['palette']} aria-haspopup="dialog" onClick={() => openPalette()}>
      <span className="visually-hidden">{t`Commands`}</span> <kbd>{PALETTE_KEYS}</kbd>
      <Icon name="command" />
    </button>
  );
}
