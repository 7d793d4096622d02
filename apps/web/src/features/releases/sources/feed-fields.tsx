import { t } from '@lingui/core/macro';
import { readCron, scheduleWords } from '#entities/schedule/schedule.ts';
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
        label={t`Address of the feed`}
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
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface OftenFieldsProps extends Pick<FeedFieldsProps, 'draft' | 'onChange'> {
  readonly problem: string | undefined;
}

function OftenFields({ draft: { cronSchedule }, problem, onChange }: OftenFieldsProps) {
  const known = OFTEN.find((cron) => cron === cronSchedule);
  const isPlain = known !== undefined || readCron(cronSchedule) !== undefined;
  const options = [
    ...OFTEN.map((cron) => [cron, cron === '' ? t`As often as the server does by itself` : oftenWords(cron)] as const),
    ...(known === undefined && isPlain ? ([[cronSchedule, oftenWords(cronSchedule)]] as const) : []),
    ['own', t`By an own schedule (cron)`] as const,
  ];
  return (
    <>
      <SelectField
        label={t`Look at it`}
        value={isPlain ? cronSchedule : 'own'}
        options={options}
        onValue={(chosen) => onChange({ cronSchedule: chosen === 'own' ? '*/30 * * * *' : chosen })}
      />
      {!isPlain && (
        <TextField
          label={t`Schedule`}
          name="source-schedule"
          value={cronSchedule}
          onText={(cron) => onChange({ cronSchedule: cron })}
          problem={problem}
          hint={t`Five fields of cron: minute, hour, day, month, weekday.`}
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
  token: t`A token`,
  password: t`A name and a password`,
  kept: t`What the server holds`,
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
        label={t`Secret of the feed`}
        value={secretKind}
        options={kinds}
        onValue={(kind) => onChange({ secretKind: kind })}
        hint={t`It is sealed before it is stored, never shown, and goes to no other host.`}
      />
      {secretKind === 'password' && (
        <TextField
          label={t`Name`}
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
