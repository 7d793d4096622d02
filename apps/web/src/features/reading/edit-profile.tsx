import type { ReadingProfile } from '@lectern/contract';
import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { choice, type Choice, type Definition } from '#entities/preferences/definition.ts';
import { ChoiceField, ReadingOptionField } from '#entities/preferences/option-field.tsx';
import {
  CONTROL_SETTINGS,
  PAGE_SETTINGS,
  type SettingName,
  TEXT_SETTINGS,
} from '#entities/preferences/reading-options.ts';
import { ReadingOverlayContext } from '#entities/preferences/reading-store.ts';
import type { Values } from '#entities/preferences/values.ts';
import { nameProfile } from '#entities/reading-profile/profile-words.ts';
import { useReadingProfiles } from '#entities/reading-profile/use-reading-profiles.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import css from './reading-page.module.css';

const DIRECTION = 'reader.reading_direction';
const direction: Choice<string> = choice(t`Reading direction`, 'auto', {
  auto: t`From the book`,
  ltr: t`Left to right`,
  rtl: t`Right to left`,
  ttb: t`Top to bottom`,
  webtoon: t`Webtoon`,
});

const GROUPS: readonly (readonly [string, Readonly<Partial<Record<SettingName, Definition>>>])[] = [
  [t`Pages`, PAGE_SETTINGS],
  [t`Text`, TEXT_SETTINGS],
  [t`Touch and keys`, CONTROL_SETTINGS],
];

interface EditProfileProps {
  readonly profile: ReadingProfile;
  readonly onClose: () => void;
}

/** The options of one profile; a change applies at once. */
export function EditProfile({ profile, onClose }: EditProfileProps) {
  const { change } = useReadingProfiles({});
  const { id, settings } = profile;
  const overlay = useMemo(
    () => ({
      values: settings,
      change: (values: Values) => change({ kind: 'profile', id, settings: values }),
      onDevice: false,
    }),
    [id, settings],
  );
  const chosen = settings[DIRECTION];
  return (
    <Dialog title={nameProfile(profile)} open onClose={onClose} wide>
      <ReadingOverlayContext value={overlay}>
        <div className={css['groups']}>
          <ChoiceField
            label={direction.label}
            labels={direction.labels}
            value={typeof chosen === 'string' ? chosen : direction.fallback}
            onChange={(value) => overlay.change({ [DIRECTION]: value })}
          />
          {GROUPS.map(([title, options]) => (
            <Disclosure key={title} title={title}>
              <div className={css['grid']}>
                {Object.entries(options).map(([name, definition]) => (
                  // the options are keyed by their names
                  <ReadingOptionField key={name} name={name as SettingName} definition={definition} />
                ))}
              </div>
            </Disclosure>
          ))}
        </div>
      </ReadingOverlayContext>
    </Dialog>
  );
}
