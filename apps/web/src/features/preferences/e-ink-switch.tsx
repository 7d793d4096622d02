import { t } from '@lingui/core/macro';
import { applyEInk, isEInk, undoEInk } from '#entities/preferences/e-ink.ts';
import { ToggleField } from '#entities/preferences/option-field.tsx';
import { setPreferences, usePreferences } from '#entities/preferences/store.ts';

/** Applies the E-ink preset; switched off, it brings the earlier choices back. */
export function EInkSwitch() {
  const values = usePreferences();
  return (
    <ToggleField
      label={t`E-ink`}
      help={t`Black on white without motion, and pages in 16 greys. Turn it off to get your earlier choices back.`}
      value={isEInk(values)}
      onChange={(isOn) => setPreferences(isOn ? applyEInk(values) : undoEInk(values))}
    />
  );
}
