import type { ReadingChoice } from '@lectern/contract';
import { t } from '@lingui/core/macro';
import { nameProfile, nameScope } from '#entities/reading-profile/profile-words.ts';
import { findChoice, type FormatKind } from '#entities/reading-profile/resolve-profile.ts';
import { useReadingProfiles } from '#entities/reading-profile/use-reading-profiles.ts';
import { SelectField } from '#ui/controls/field.tsx';
import { Panel } from '#ui/layout/page.tsx';
import css from './reading-page.module.css';

const FORMATS: readonly FormatKind[] = ['comic', 'ebook', 'document'];

/** The profile of each format, and of all other books. */
export function UsesPanel() {
  return (
    <Panel title={t`Profiles in use`}>
      <p
        className={css['note']}
      >{t`Choose profiles for a library or a series while you read. The closest choice applies: series, library, format, all books.`}</p>
      <div className={css['uses']}>
        {FORMATS.map((kind) => (
          <Use key={kind} scope="format" targetId={kind} label={nameScope('format', kind)} />
        ))}
        <Use scope="all" targetId="" label={t`All books`} />
      </div>
    </Panel>
  );
}

interface UseProps extends Pick<ReadingChoice, 'scope' | 'targetId'> {
  readonly label: string;
}

function Use({ scope, targetId, label }: UseProps) {
  const { data, change } = useReadingProfiles({});
  return (
    <SelectField
      label={label}
      value={findChoice(data, scope, targetId)?.profileId ?? ''}
      options={[
        ['', t({ message: 'None', context: 'reading profile' })],
        ...data.profiles.map((profile) => [profile.id, nameProfile(profile)] as const),
      ]}
      onValue={(id) => change({ kind: 'choice', scope, targetId, profileId: id === '' ? null : id })}
    />
  );
}
