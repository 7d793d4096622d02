import { t } from '@lingui/core/macro';
import type { MetadataChange } from '@lectern/contract';
import { TAG_RULES, type TagRule } from '#entities/sharing/grant-words.ts';
import { findFieldByName, lockWords, valueWords } from '../value-words.ts';

/** A change as text; without `before`, `after` is the whole sentence. */
export interface ChangeWords {
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string;
}

function namesIn(value: MetadataChange['before']): readonly string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
}

function locksWords({ targetType, before, after }: MetadataChange): ChangeWords {
  const kind = targetType === 'book' ? 'book' : 'series';
  const [was, is] = [namesIn(before), namesIn(after)];
  const words = (locks: readonly string[]): string => locks.map((lock) => lockWords(kind, lock)).join(', ');
  const set = is.filter((lock) => !was.includes(lock));
  const cleared = was.filter((lock) => !is.includes(lock));
  const parts = [
    set.length === 0 ? '' : t`set: ${words(set)}`,
    cleared.length === 0 ? '' : t`cleared: ${words(cleared)}`,
  ];
  return { label: t`Locks`, before: undefined, after: parts.filter((part) => part !== '').join('; ') };
}

const TERM_LABELS = { genre: t`Genre`, tag: t`Tag`, sharingTag: t`Sharing tag` } as const;

/** Access rule of a sharing tag; absent parts of the log entry stay absent. */
function meaningIn(value: MetadataChange['before']): { readonly who: string; readonly rule: TagRule } {
  if (typeof value !== 'object' || value === null || !('accessMode' in value)) return { who: 'somebody', rule: 'none' };
  const { accessMode, username } = value;
  const rule = TAG_RULES.find(([known]) => known === accessMode)?.[0] ?? 'none';
  return { who: typeof username === 'string' ? username : 'somebody', rule };
}

function grantWords({ before, after }: MetadataChange): ChangeWords {
  const [was, is] = [meaningIn(before), meaningIn(after)];
  const formatRule = (rule: TagRule): string => TAG_RULES.find(([known]) => known === rule)?.[1] ?? rule;
  return { label: t`Sharing tag for ${is.who}`, before: formatRule(was.rule), after: formatRule(is.rule) };
}

/** Change of a genre or tag: rename, description, meaning or merge. */
function termWords(targetType: keyof typeof TERM_LABELS, change: MetadataChange): ChangeWords {
  const { field, before, after } = change;
  if (field === 'grant') return grantWords(change);
  if (field === 'description') {
    return { label: t`Description`, before: valueWords(undefined, before), after: valueWords(undefined, after) };
  }
  const label = TERM_LABELS[targetType];
  if (field !== 'name') return { label, before: undefined, after: t`merged into ${valueWords(undefined, after)}` };
  return { label, before: valueWords(undefined, before), after: valueWords(undefined, after) };
}

export function changeWords(change: MetadataChange): ChangeWords {
  const { field: name, targetType, before, after } = change;
  if (name === 'locks') return locksWords(change);
  if (name === 'cover') return { label: t`Cover`, before: undefined, after: 'chosen' };
  if (targetType !== 'book' && targetType !== 'series') return termWords(targetType, change);
  if (name === 'sharingTags') {
    return { label: t`Sharing tags`, before: valueWords(undefined, before), after: valueWords(undefined, after) };
  }
  const field = findFieldByName(targetType, name);
  const label = field?.label ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return { label, before: valueWords(field, before), after: valueWords(field, after) };
}
