import type { LogEntry } from '@lectern/contract';
import { DATES } from '#lib/locale.ts';
import css from './log-page.module.css';

const time = new Intl.DateTimeFormat(DATES, { dateStyle: 'short', timeStyle: 'medium' });

function formatTime(instant: string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? instant : time.format(at);
}

/** A line; its fields open below it. */
export function LogRow({ entry }: { readonly entry: LogEntry }) {
  const { level, area, message, details } = entry;
  const head = (
    <>
      <time dateTime={entry.time}>{formatTime(entry.time)}</time>
      <span className={css['level']}>{level}</span>
      <span className={css['area']}>{area}</span>
      <span className={css['message']}>{message}</span>
    </>
  );
  if (Object.keys(details).length === 0) {
    return (
      <div className={css['line']} data-level={level}>
        {head}
      </div>
    );
  }
  return (
    <details className={css['fields']} data-level={level}>
      <summary className={css['line']} data-level={level}>
        {head}
      </summary>
      <pre className={css['details']}>{JSON.stringify(details, undefined, 2)}</pre>
    </details>
  );
}
