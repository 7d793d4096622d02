import { t } from '@lingui/core/macro';
import type { Definition } from '#entities/preferences/definition.ts';
import { resetDeviceOptions, setOnlyHere, useDeviceOptions } from '#entities/preferences/device-options.ts';
import { ToggleField } from '#entities/preferences/option-field.tsx';
import { READING_KEYS, READING_OPTIONS } from '#entities/preferences/reading-options.ts';
import { Button } from '#ui/controls/button.tsx';
import { joinList } from '#lib/format.ts';
import css from './panel.module.css';

/** Keeps changes on this device, and shows and resets those that are. */
export function DeviceSection() {
  const { only, values } = useDeviceOptions();
  const labels = Object.entries<Definition>(READING_OPTIONS)
    // the keys of READING_OPTIONS
    .filter(([name]) => READING_KEYS[name as keyof typeof READING_KEYS] in values)
    .map(([, { label }]) => label);
  const names = joinList(labels);
  return (
    <section className={css['section']}>
      <ToggleField
        label={t`Only on this device`}
        help={t`Changes that you make here do not reach your other devices`}
        value={only}
        onChange={setOnlyHere}
      />
      {labels.length > 0 && (
        <>
          <p className={css['note']}>{t`Different on this device: ${names}`}</p>
          <Button icon="refresh" onClick={resetDeviceOptions}>{t`Reset on this device`}</Button>
        </>
      )}
    </section>
  );
}
