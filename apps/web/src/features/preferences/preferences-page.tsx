import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { type Definition } from '#entities/preferences/definition.ts';
import { FORMATS, LOOK_OPTIONS, SPOKEN } from '#entities/preferences/look-options.ts';
import { ReadingOptionField } from '#entities/preferences/option-field.tsx';
import {
  CONTROL_SETTINGS,
  PAGE_SETTINGS,
  READING_KEYS,
  type SettingName,
  TEXT_SETTINGS,
} from '#entities/preferences/reading-options.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { AppChoice, AppSelect } from './app-option.tsx';
import { EInkSwitch } from './e-ink-switch.tsx';
import { FormatSample } from './format-sample.tsx';
import { SyncState } from './sync-state.tsx';
import css from './preferences-page.module.css';
import { ReaderAppOptions } from './reader-app-options.tsx';
import { ThemeChoice } from './theme-choice.tsx';

export function PreferencesPage() {
  useDocumentTitle(t`Preferences`);
  return (
    <>
      <SyncState />
      <Panel title={t`Appearance`}>
        <div className={css['fields']}>
          <EInkSwitch />
          <ThemeChoice />
          <AppChoice option="ui.cover_size" definition={LOOK_OPTIONS['ui.cover_size']} />
          <AppChoice option="ui.motion" definition={LOOK_OPTIONS['ui.motion']} />
        </div>
      </Panel>
      <Panel title={t`Language and formats`}>
        <div className={css['pair']}>
          <AppSelect option="ui.language" definition={SPOKEN} hint={t`For the app and for mails from the server.`} />
          <AppSelect option="ui.formats" definition={FORMATS} hint={<FormatSample />} />
        </div>
      </Panel>
      <Panel title={t`Reading`}>
        <p
          className={css['note']}
        >{t`You can also change these while you read. Reading direction and pages chosen for a series apply to that series.`}</p>
        <ReadingGroup title={t`Pages`} summary={t`Comics, manga and PDFs`} options={PAGE_SETTINGS} />
        <ReadingGroup title={t`Text`} summary={t`EPUB and other text books`} options={TEXT_SETTINGS} />
        <ReadingGroup title={t`Touch and keys`} summary={t`How you turn pages`} options={CONTROL_SETTINGS} />
      </Panel>
      <Panel title={t`Reader apps`}>
        <div className={css['fields']}>
          <ReaderAppOptions />
        </div>
      </Panel>
      <p>
        <Link to="/me/accessibility">{t`Accessibility statement`}</Link>
      </p>
    </>
  );
}

interface ReadingGroupProps {
  readonly title: string;
  readonly summary: string;
  readonly options: Readonly<Partial<Record<SettingName, Definition>>>;
}

function ReadingGroup({ title, summary, options }: ReadingGroupProps) {
  return (
    <Disclosure title={title} summary={summary}>
      <div className={css['grid']}>
        {Object.entries(options).map(([key, definition]) => {
          // the options are keyed by their names
          const name = key as SettingName;
          return (
            <div key={name} data-setting={READING_KEYS[name]}>
              <ReadingOptionField name={name} definition={definition} />
            </div>
          );
        })}
      </div>
    </Disclosure>
  );
}
