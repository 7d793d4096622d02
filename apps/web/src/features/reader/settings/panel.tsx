import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Definition } from '#entities/preferences/definition.ts';
import { ReadingOptionField, ToggleField } from '#entities/preferences/option-field.tsx';
import type { SettingName } from '#entities/preferences/reading-options.ts';
import { changeReadingOption } from '#entities/preferences/reading-store.ts';
import { Button } from '#ui/controls/button.tsx';
import css from './panel.module.css';

interface SettingsPanelProps {
  readonly isIncognito: boolean;
  readonly onIncognito: () => void;
  /** Settings of this series, above those of all books. */
  readonly children?: ReactNode;
  readonly groups: readonly Readonly<Partial<Record<SettingName, Definition>>>[];
}

export function SettingsPanel({ children, groups, isIncognito, onIncognito }: SettingsPanelProps) {
  const fields = groups.flatMap((group) => Object.entries(group));
  return (
    <div className={css['panel']}>
      {children}
      {fields.map(([name, definition]) => (
        // a group is keyed by setting names
        <ReadingOptionField key={name} name={name as SettingName} definition={definition} />
      ))}
      <ToggleField label={t`Incognito`} help={t`Saves no progress`} value={isIncognito} onChange={onIncognito} />
      <Button
        icon="refresh"
        onClick={() => {
          for (const [name, { fallback }] of fields) changeReadingOption(name as SettingName, fallback);
        }}
      >{t`Reset to defaults`}</Button>
    </div>
  );
}
