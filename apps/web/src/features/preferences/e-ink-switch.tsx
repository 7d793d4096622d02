import { t } from '@lingui/core/macro';
import { applyEInk, isEInk, pickEInk, undoEInk } from '#entities/preferences/e-ink.ts';
import { ToggleField } from '#entities/preferences/option-field.tsx';
import {
  setAccountPreferences,
  setHere,
  useHere,
  useLocalPreferences,
  usePreferences,
} from '#entities/preferences/store.ts';
import { switchEInk } from '#entities/preferences/switch-e-ink.ts';

/** Applies the E-ink preset, here or on all devices; switched off, it brings the earlier choices back. */
export function EInkSwitch() {
  const isOn = isEInk(usePreferences());
  const here = useHere();
  const account = useLocalPreferences().values;
  const isEverywhere = isEInk(account);
  const switchEverywhere = (next: boolean) => {
    // the device keeps its look in between
    if (next) setAccountPreferences({ ...applyEInk(account), ...here });
    setHere(next ? {} : pickEInk(account));
    if (!next) setAccountPreferences(undoEInk(account));
  };
  return (
    <>
      <ToggleField
        label={t`E-ink`}
        help={t`Black on white without motion, and pages in 16 greys. Turn it off to get your earlier choices back.`}
        value={isOn}
        onChange={switchEInk}
      />
      {isOn && (
        <ToggleField
          label={t`On all devices`}
          help={t`When off, E-ink stays on this device.`}
          value={isEverywhere}
          onChange={switchEverywhere}
        />
      )}
    </>
  );
}
