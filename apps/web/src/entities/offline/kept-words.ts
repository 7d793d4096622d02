import { plural, t } from '@lingui/core/macro';
import { formatBytes, formatShare } from '#lib/format.ts';
import type { KeptBook, KeptProblem } from './kept.ts';
import type { OutboxEntry, OutboxProblem } from './outbox-entry.ts';

const PROBLEMS: Readonly<Record<KeptProblem, string>> = {
  full: t`No space left. Raise the limit or remove books.`,
  gone: t`No longer on the server.`,
  unreadable: t`This book cannot be opened.`,
};

/** State of a kept book, as one sentence or size. */
export function keptWords({ state, problem, isOutdated, done, total, bytes }: KeptBook): string {
  const size = formatBytes(bytes);
  const share = formatShare(total === 0 ? 0 : done / total);
  switch (state) {
    case 'kept':
      if (problem !== undefined) return PROBLEMS[problem];
      return isOutdated === true && done < total ? t`Fetching, ${share}` : size;
    case 'waiting':
      return done === 0 ? t`Waiting` : t`Fetching, ${share}`;
    case 'stopped':
      return t`Stopped at ${share}`;
    case 'failed':
      return PROBLEMS[problem ?? 'unreadable'];
  }
}

const REASONS: Readonly<Record<OutboxProblem, string>> = {
  gone: t`Not saved: it is no longer on the server.`,
  newer: t`Not saved: another device changed it later.`,
  refused: t`Not saved: the server refused it.`,
};

/** What a change of the outbox belongs to. */
export function entryTitle({ title, change }: OutboxEntry): string {
  if (title !== '') return title;
  if (change.kind !== 'marks' && change.kind !== 'wants') return t`Reading profile`;
  const { kind, count } = change.picked;
  return kind === 'series'
    ? plural(count, { one: '# series', other: '# series' })
    : plural(count, { one: '# book', other: '# books' });
}

function sayMark(read: boolean): string {
  return read ? t`Marked read` : t`Marked unread`;
}

/** What a change of the outbox is. */
export function entryWords({ change, problem }: OutboxEntry): string {
  if (problem !== undefined) return REASONS[problem];
  switch (change.kind) {
    case 'reading':
      return change.session === 'progress' ? t`Your place` : sayMark(change.session === 'completed');
    case 'marks':
      return sayMark(change.read);
    case 'profile':
      return t`Options of the reader`;
    case 'rating':
      return t`Your rating`;
    case 'want':
    case 'wants':
      return t`Want to read`;
  }
}
