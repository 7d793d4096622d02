import { t } from '@lingui/core/macro';
import { type Definition } from '#entities/preferences/definition.ts';
import { FORMATS, LOOK_OPTIONS, MAIL_LANGUAGES } from '#entities/preferences/look-options.ts';
import { ReadingOptionField } from '#entities/preferences/option-field.tsx';
import {
  CONTROL_SETTINGS,
  PAGE_SETTINGS,
  type SettingName,
  TEXT_SETTINGS,
} from '#entities/preferences/reading-options.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { AppChoice, AppSelect } from './app-option.tsx';
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
      <Panel title={t`Look`}>
        <div className={css['fields']}>
          <ThemeChoice />
          <AppChoice option="ui.cover_size" definition={LOOK_OPTIONS['ui.cover_size']} />
          <AppChoice option="ui.motion" definition={LOOK_OPTIONS['ui.motion']} />
        </div>
      </Panel>
      <Panel title={t`Language and formats`}>
        <div className={css['pair']}>
          <AppSelect option="ui.formats" definition={FORMATS} hint={<FormatSample />} />
          <AppSelect
            option="ui.language"
            definition={MAIL_LANGUAGES}
            hint={t`What the server writes to you by mail.`}
          />
        </div>
      </Panel>
      <Panel title={t`Reading`}>
        <p
          className={css['note']}
        >{t`The reader has these at hand too. Direction and pages that were chosen for a series hold for that series.`}</p>
        <ReadingGroup title={t`Pages`} summary={t`Comics, manga and PDFs`} options={PAGE_SETTINGS} />
        <ReadingGroup title={t`Text`} summary={t`Books that are set as text`} options={TEXT_SETTINGS} />
        <ReadingGroup title={t`Touch and keys`} summary={t`How pages are turned`} options={CONTROL_SETTINGS} />
      </Panel>
      <Panel title={t`Reader apps`}>
        <div className={css['fields']}>
          <ReaderAppOptions />
        </div>
      </Panel>
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
        {Object.entries(options).map(([name, definition]) => (
          // the options are keyed by their names
          <ReadingOptionField key={name} name={name as SettingName} definition={definition} />
        ))}
      </div>
    </Disclosure>
  );
}
