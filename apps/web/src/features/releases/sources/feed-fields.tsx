import { t } from '@lingui/core/macro';
import { readCron, scheduleWords } from '#entities/schedule/schedule.ts';
import { LANGUAGE } from '#lib/locale.ts';
import { PasswordField, SelectField, TextField } from '#ui/controls/field.tsx';
import { SeriesField } from './series-field.tsx';
import type { SecretKind, SourceDraft } from './source-draft.ts';

interface FeedFieldsProps {
  readonly draft: SourceDraft;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (changed: Partial<SourceDraft>) => void;
}

/** Address, schedule and credentials of a feed. */
export function FeedFields({ draft, problems, onChange }: FeedFieldsProps) {
  return (
    <>
      <TextField
        label={t`Feed address`}
        name="source-address"
        type="url"
        value={draft.url}
        onText={(url) => onChange({ url })}
        problem={problems['config.url']}
        placeholder="https://"
        required
        maxLength={2000}
        autoComplete="off"
      />
      {draft.kind === 'rss-series' && <SeriesField value={draft.series} onValue={(series) => onChange({ series })} />}
      <OftenFields draft={draft} problem={problems['cronSchedule']} onChange={onChange} />
      <SecretFields draft={draft} onChange={onChange} />
    </>
  );
}

const OFTEN = ['', '0 * * * *', '0 */3 * * *', '0 */6 * * *', '0 */12 * * *', '0 6 * * *'] as const;

function oftenWords(cron: string): string {
  const words = scheduleWords(cron);
  return words.charAt(0).toLocaleUpperCase(LANGUAGE) + words.slice(1);
}

interface OftenFieldsProps extends Pick<FeedFieldsProps, 'draft' | 'onChange'> {
  readonly problem: string | undefined;
}

function OftenFields({ draft: { cronSchedule }, problem, onChange }: OftenFieldsProps) {
  const known = OFTEN.find((cron) => cron === cronSchedule);
  const isPlain = known !== undefined || readCron(cronSchedule) !== undefined;
  const options = [
    ...OFTEN.map((cron) => [cron, cron === '' ? t`As set for the server` : oftenWords(cron)] as const),
    ...(known === undefined && isPlain ? ([[cronSchedule, oftenWords(cronSchedule)]] as const) : []),
    ['own', t`Custom schedule (cron)`] as const,
  ];
  return (
    <>
      <SelectField
        label={t`How often`}
        value={isPlain ? cronSchedule : 'own'}
        options={options}
        onValue={(chosen) => onChange({ cronSchedule: chosen === 'own' ? '*/30 * * * *' : chosen })}
      />
      {!isPlain && (
        <TextField
          label={t`Cron schedule`}
          name="source-schedule"
          value={cronSchedule}
          onText={(cron) => onChange({ cronSchedule: cron })}
          problem={problem}
          hint={t`Five cron fields: minute, hour, day, month, weekday.`}
          required
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </>
  );
}

const SECRETS = {
  none: t`None`,
  token: t`Token`,
  password: t`User name and password`,
  kept: t`Keep the stored secret`,
} as const satisfies Readonly<Record<SecretKind, string>>;

function SecretFields({ draft, onChange }: Pick<FeedFieldsProps, 'draft' | 'onChange'>) {
  const { secretKind, username, secret } = draft;
  const offered: readonly SecretKind[] = draft.holdsSecret
    ? ['kept', 'none', 'token', 'password']
    : ['none', 'token', 'password'];
  const kinds = offered.map((kind) => [kind, SECRETS[kind]] as const);
  return (
    <>
      <SelectField
        label={t`Feed secret`}
        value={secretKind}
        options={kinds}
        onValue={(kind) => onChange({ secretKind: kind })}
        hint={t`Stored encrypted, never shown, and sent to no other host.`}
      />
      {secretKind === 'password' && (
        <TextField
          label={t`User name`}
          name="feed-user"
          value={username}
          onText={(text) => onChange({ username: text })}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      {(secretKind === 'password' || secretKind === 'token') && (
        <PasswordField
          label={secretKind === 'password' ? t`Password` : t`Token`}
          name="feed-secret"
          value={secret}
          onText={(text) => onChange({ secret: text })}
          maxLength={2000}
          autoComplete="new-password"
        />
      )}
    </>
  );
}
