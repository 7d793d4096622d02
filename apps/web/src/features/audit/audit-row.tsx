import { t } from '@lingui/core/macro';
import type { AuditEntry } from '@lectern/contract';
import { nameDevice } from '#entities/user/device-words.ts';
import { DATES } from '#lib/locale.ts';
import css from './audit-page.module.css';
import { ACTION_WORDS, nameActor, nameSubject } from './audit-words.ts';

const time = new Intl.DateTimeFormat(DATES, { dateStyle: 'short', timeStyle: 'medium' });

/** Where a request came from: address and program, as far as known. */
function describeOrigin({ ipAddress, device, actor }: AuditEntry): string {
  const key = actor.apiKeyName;
  const parts = [ipAddress, device === null ? null : nameDevice(device), key === null ? null : t`API key “${key}”`];
  return parts.filter((part) => part !== null).join(' · ');
}

/** One entry; its details open below it. */
export function AuditRow({ entry }: { readonly entry: AuditEntry }) {
  const subject = nameSubject(entry);
  const origin = describeOrigin(entry);
  const hasDetails = Object.keys(entry.details).length > 0;
  return (
    <li className={css['row']} data-refused={entry.action === 'sign_in_refused'}>
      <p className={css['head']}>
        <strong>{ACTION_WORDS[entry.action]}</strong>
        {subject !== '' && <span>{subject}</span>}
        <time dateTime={entry.at}>{time.format(Date.parse(entry.at))}</time>
      </p>
      <p className={css['origin']}>
        {nameActor(entry)}
        {origin !== '' && ` · ${origin}`}
      </p>
      {hasDetails && (
        <details>
          <summary className={css['summary']}>{t`Details`}</summary>
          <pre className={css['details']}>{JSON.stringify(entry.details, undefined, 2)}</pre>
        </details>
      )}
    </li>
  );
}
