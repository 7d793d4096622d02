import { t } from '@lingui/core/macro';
import { applyEInk, E_INK, isEInk, pickEInk, undoEInk } from '#entities/preferences/e-ink.ts';
import { ToggleField } from '#entities/preferences/option-field.tsx';
import {
  setAccountPreferences,
  setHere,
  useHere,
  useLocalPreferences,
  usePreferences,
} from '#entities/preferences/store.ts';

/** Applies the E-ink preset, here or on all devices; switched off, it brings the earlier choices back. */
export function EInkSwitch() {
  const isOn = isEInk(usePreferences());
  const here = useHere();
  const account = useLocalPreferences().values;
  const isEverywhere = isEInk(account);
  const leaveAccount = () => setAccountPreferences(isEverywhere ? undoEInk(account) : {});
  const switchHere = (next: boolean) => {
    setHere(next ? E_INK : {});
    if (!next) leaveAccount();
  };
  const switchEverywhere = (next: boolean) => {
    // the device keeps its look in between
    if (next) setAccountPreferences({ ...applyEInk(account), ...here });
    setHere(next ? {} : pickEInk(account));
    if (!next) leaveAccount();
  };
  return (
    <>
      <ToggleField
        label={t`E-ink`}
        help={t`Black on white without motion, and pages in 16 greys. Turn it off to get your earlier choices back.`}
        value={isOn}
        onChange={switchHere}
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
