import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Definition } from '#entities/preferences/definition.ts';
import { ReadingOptionField, ToggleField } from '#entities/preferences/option-field.tsx';
import type { SettingName } from '#entities/preferences/reading-options.ts';
import { useChangeReadingOption } from '#entities/preferences/reading-store.ts';
import type { Values } from '#entities/preferences/values.ts';
import { useHasAccount } from '#entities/user/use-may.ts';
import { Button } from '#ui/controls/button.tsx';
import type { Incognito } from '../controls/use-incognito.ts';
import type { ReaderBook } from '../reader-props.ts';
import { DeviceSection } from './device-section.tsx';
import css from './panel.module.css';
import { useProfileInUse } from './profile-provider.tsx';
import { ProfileSection } from './profile-section.tsx';

interface SettingsPanelProps {
  readonly book: ReaderBook;
  /** Direction and layout in effect, as options. */
  readonly shown?: Values;
  readonly incognito: Incognito;
  /** Settings of this series, above those of all books. */
  readonly children?: ReactNode;
  readonly groups: readonly Readonly<Partial<Record<SettingName, Definition>>>[];
}

const NONE: Values = {};

export function SettingsPanel({ book, shown = NONE, children, groups, incognito }: SettingsPanelProps) {
  const changeReadingOption = useChangeReadingOption();
  const hasProfile = useProfileInUse(book) !== undefined;
  const isOwn = book.shareId === undefined;
  const hasProfiles = useHasAccount(isOwn);
  const fields = groups.flatMap((group) => Object.entries(group));
  return (
    <div className={css['panel']}>
      {hasProfiles && <ProfileSection book={book} shown={shown} />}
      {children}
      {fields.map(([name, definition]) => (
        // a group is keyed by setting names
        <ReadingOptionField key={name} name={name as SettingName} definition={definition} />
      ))}
      {hasProfiles && incognito.toggle !== undefined && (
        <ToggleField
          label={t`Incognito`}
          help={t`Saves no progress`}
          value={incognito.isIncognito}
          onChange={incognito.toggle}
        />
      )}
      {isOwn && <DeviceSection />}
      {!hasProfile && (
        <Button
          icon="refresh"
          onClick={() => {
            for (const [name, { fallback }] of fields) changeReadingOption(name as SettingName, fallback);
          }}
        >{t`Reset to defaults`}</Button>
      )}
    </div>
  );
}
