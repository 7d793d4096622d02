import { joinList } from '#lib/format.ts';
import { t } from '@lingui/core/macro';
import type { MetadataChange } from '@lectern/contract';
import { TAG_RULES, type TagRule } from '#entities/sharing/grant-words.ts';
import { findFieldByName, lockWords, valueWords } from '../value-words.ts';

/** A change as text: values before and after, or a sentence. */
export type ChangeWords =
  | { readonly label: string; readonly before: string; readonly after: string }
  | { readonly sentence: string };

function namesIn(value: MetadataChange['before']): readonly string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
}

function locksWords({ targetType, before, after }: MetadataChange): ChangeWords {
  const kind = targetType === 'book' ? 'book' : 'series';
  const [was, is] = [namesIn(before), namesIn(after)];
  const words = (locks: readonly string[]): string => joinList(locks.map((lock) => lockWords(kind, lock)));
  const set = is.filter((lock) => !was.includes(lock));
  const cleared = was.filter((lock) => !is.includes(lock));
  const parts = [
    ...(set.length === 0 ? [] : [lockedWords(words(set))]),
    ...(cleared.length === 0 ? [] : [unlockedWords(words(cleared))]),
  ];
  return { sentence: parts.join(' · ') };
}

function lockedWords(fields: string): string {
  return t`Locked: ${fields}`;
}

function unlockedWords(fields: string): string {
  return t`Unlocked: ${fields}`;
}

const TERM_LABELS = { genre: t`Genre`, tag: t`Tag`, sharingTag: t`Sharing tag` } as const;

/** Access rule of a sharing tag; absent parts of the log entry stay absent. */
function meaningIn(value: MetadataChange['before']): { readonly user?: string; readonly rule: TagRule } {
  if (typeof value !== 'object' || value === null || !('accessMode' in value)) return { rule: 'none' };
  const { accessMode, username } = value;
  const rule = TAG_RULES.find(([known]) => known === accessMode)?.[0] ?? 'none';
  return typeof username === 'string' ? { user: username, rule } : { rule };
}

function grantWords({ before, after }: MetadataChange): ChangeWords {
  const [was, { user, rule }] = [meaningIn(before), meaningIn(after)];
  const formatRule = (wanted: TagRule): string => TAG_RULES.find(([known]) => known === wanted)?.[1] ?? wanted;
  const label = user === undefined ? t`Sharing tag for an unknown user` : t`Sharing tag for ${user}`;
  return { label, before: formatRule(was.rule), after: formatRule(rule) };
}

function mergedWords(targetType: keyof typeof TERM_LABELS, name: string): string {
  if (targetType === 'genre') return t`Genre merged into “${name}”`;
  return targetType === 'tag' ? t`Tag merged into “${name}”` : t`Sharing tag merged into “${name}”`;
}

/** Change of a genre or tag: rename, description, meaning or merge. */
function termWords(targetType: keyof typeof TERM_LABELS, change: MetadataChange): ChangeWords {
  const { field, before, after } = change;
  if (field === 'grant') return grantWords(change);
  if (field === 'description') {
    return { label: t`Description`, before: valueWords(undefined, before), after: valueWords(undefined, after) };
  }
  if (field !== 'name') return { sentence: mergedWords(targetType, valueWords(undefined, after)) };
  return { label: TERM_LABELS[targetType], before: valueWords(undefined, before), after: valueWords(undefined, after) };
}

export function changeWords(change: MetadataChange): ChangeWords {
  const { field: name, targetType, before, after } = change;
  if (name === 'locks') return locksWords(change);
  if (name === 'cover') return { sentence: t`Cover chosen` };
  if (targetType !== 'book' && targetType !== 'series') return termWords(targetType, change);
  if (name === 'sharingTags') {
    return { label: t`Sharing tags`, before: valueWords(undefined, before), after: valueWords(undefined, after) };
  }
  const field = findFieldByName(targetType, name);
  const label = field?.label ?? t`Another field`;
  return { label, before: valueWords(field, before), after: valueWords(field, after) };
}
