import { t } from '@lingui/core/macro';
import { openPalette } from '#lib/palette-state.ts';
import { Button } from '#ui/controls/button.tsx';

/** Opens the search over everything that the user may set: preferences, the server, libraries and their pages. */
export function FindSetting() {
  return <Button icon="search" aria-haspopup="dialog" onClick={() => openPalette(true)}>{t`Find a setting`}</Button>;
}
