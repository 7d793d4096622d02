import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Setting, SettingChange } from '@lectern/contract';
import { librariesQuery } from '#entities/library/queries.ts';
import { settingHistoryQuery } from '#entities/settings/queries.ts';
import { formatAgo, formatMoment } from '#lib/format.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { valueWords } from './setting-words.ts';
import css from './settings-page.module.css';

interface HistoryDialogProps {
  /** Undefined while closed. */
  readonly setting: Setting | undefined;
  readonly onClose: () => void;
  /** Puts an earlier value into the draft; null for the default. */
  readonly onUse: (setting: Setting, value: string | null) => void;
}

/** Changes of a setting with user, time and reason, and a way to restore each value. */
export function HistoryDialog({ setting, onClose, onUse }: HistoryDialogProps) {
  const label = setting?.label;
  return (
    <Dialog
      title={label === undefined ? '' : t`History of “${label}”`}
      open={setting !== undefined}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      {setting !== undefined && <Changes setting={setting} onUse={(value) => onUse(setting, value)} />}
    </Dialog>
  );
}

interface ChangesProps {
  readonly setting: Setting;
  readonly onUse: (value: string | null) => void;
}

function Changes({ setting, onUse }: ChangesProps) {
  const { key } = setting;
  const query = useQuery(settingHistoryQuery(key));
  return (
    <>
      <p className={css['key']}>
        <Trans>
          Name in the API: <code>{key}</code>
        </Trans>
      </p>
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading the history`} />}>
        {(changes) =>
          changes.length === 0 ? (
            <p className={css['help']}>{t`Not changed yet.`}</p>
          ) : (
            <ol className={css['changes']}>
              {changes.map((change) => (
                <Change key={change.id} setting={setting} change={change} onUse={onUse} />
              ))}
            </ol>
          )
        }
      </QueryBoundary>
    </>
  );
}

/** Says values, and names libraries that are still there. */
function useValueWords(setting: Setting): (value: string) => string {
  const { data: libraries = [] } = useQuery({ ...librariesQuery(), enabled: setting.format === 'library' });
  return (value) => libraries.find(({ id }) => id === value)?.name ?? valueWords(setting, value);
}

function Change({ setting, change, onUse }: ChangesProps & { readonly change: SettingChange }) {
  const { oldValue, newValue, changedByName, changedAt, changeReason, ipAddress } = change;
  const say = useValueWords(setting);
  const [from, to] = [say(oldValue), say(newValue)];
  return (
    <li className={css['change']}>
      <p className="visually-hidden">{t`Changed from ${from} to ${to}`}</p>
      <p className={css['step']} aria-hidden="true">
        <span className={css['old']}>{from}</span>
        <span>→</span>
        <strong>{to}</strong>
      </p>
      {changeReason !== null && <p className={css['why']}>“{changeReason}”</p>}
      <p className={css['facts']}>
        {changedByName}
        {' · '}
        <time dateTime={changedAt} title={formatMoment(changedAt)}>
          {formatAgo(changedAt, Date.now())}
        </time>
        {ipAddress !== null && ` · ${ipAddress}`}
      </p>
      {!setting.isSensitive && oldValue !== setting.value && (
        <Button
          look="quiet"
          icon="refresh"
          aria-label={t`Use ${from} again`}
          onClick={() => onUse(oldValue === setting.defaultValue ? null : oldValue)}
        >{t`Use ${from} again`}</Button>
      )}
    </li>
  );
}
