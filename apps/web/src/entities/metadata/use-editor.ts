import { useState } from 'react';
import { fieldProblems } from '#lib/problem.ts';
import { listProblems } from './check-value.ts';
import {
  changedFields,
  type Draft,
  isSame,
  type Json,
  type Known,
  NO_DRAFT,
  rebase,
  pickUnsent,
  willBeLocked,
  withLock,
  withoutField,
  withoutKnown,
  withReset,
  withValue,
} from './draft.ts';
import { type Field, listFields } from './fields.ts';
import { type Owner, useSave } from './save.ts';

export interface FieldState {
  readonly value: Json;
  readonly isLocked: boolean;
  /** The value differs. */
  readonly isEdited: boolean;
  /** The value or the lock differs. */
  readonly isChanged: boolean;
  readonly isReset: boolean;
  /** A user edited or locked the field. */
  readonly canReset: boolean;
  /** The conflicting value of another user. */
  readonly theirs: Json | undefined;
  readonly problem: string | undefined;
  readonly set: (value: Json) => void;
  readonly lock: (isSet: boolean) => void;
  readonly reset: () => void;
  /** Discards the local changes. */
  readonly keep: () => void;
  /** Keeps the local value after a conflict. */
  readonly keepMine: () => void;
}

interface Held {
  readonly draft: Draft;
  readonly base: Known;
  /** The saved state before the last save; the parent may pass it once more. */
  readonly outdated?: Known;
  readonly conflicts: readonly string[];
}

/** "values.externalLinks[0].url" concerns the field externalLinks. */
function byField(error: unknown): Readonly<Record<string, string>> {
  const problems = Object.entries(fieldProblems(error)).flatMap(([path, words]) => {
    const field = /^values\.(\w+)/.exec(path)?.[1];
    return field === undefined ? [] : [[field, words] as const];
  });
  return Object.fromEntries(problems);
}

function useHeld(known: Known) {
  const [held, setHeld] = useState<Held>({ draft: NO_DRAFT, base: known, conflicts: [] });
  if (known !== held.base && known !== held.outdated) setHeld(follow(held, known));
  return {
    held,
    change: (next: (draft: Draft) => Draft) => setHeld((now) => ({ ...now, draft: next(now.draft) })),
    resolveConflict: (name: string) =>
      setHeld((now) => ({ ...now, conflicts: now.conflicts.filter((one) => one !== name) })),
    saved: (sent: Draft, after: Known) => setHeld((now) => finishSave(now, sent, after)),
    notSaved: () => setHeld((now) => ({ ...now, draft: withoutKnown(now.draft, now.base) })),
    forget: () => setHeld((now) => ({ ...now, draft: NO_DRAFT, conflicts: [] })),
  };
}

/**
 * Edits a book or series until it is saved.
 * @param known current server state; a change by another user rebases the draft
 */
export function useEditor(owner: Owner, known: Known) {
  const { held, change, resolveConflict, saved, notSaved, forget } = useHeld(known);
  const [isChecked, setIsChecked] = useState(false);
  const { draft, conflicts } = held;
  const fields = listFields(owner.kind);
  const save = useSave(owner, {
    onSaved: (sent, after) => {
      saved(sent, after);
      setIsChecked(false);
    },
    onFailed: notSaved,
  });
  const baseline = save.isPending ? undefined : known;
  const wrong = listProblems(fields, draft.values);
  const problems = { ...byField(save.error), ...(isChecked ? wrong : {}) };
  const changed = changedFields(draft, fields);

  const getFieldState = (field: Field): FieldState => {
    const { name, lock } = field;
    return {
      ...applyDraft(held, field),
      isChanged: changed.includes(field),
      problem: problems[name],
      set: (value) => {
        if (save.isError) save.reset();
        change((now) => withValue(now, baseline, name, value));
      },
      lock: (isSet) => change((now) => withLock(now, baseline, lock, isSet)),
      reset: () => change((now) => withReset(now, field)),
      keep: () => {
        resolveConflict(name);
        change((now) => withoutField(now, field));
      },
      keepMine: () => resolveConflict(name),
    };
  };
  const trySave = (then?: () => void): string | undefined => {
    setIsChecked(true);
    const first = fields.find(({ name }) => name in wrong || conflicts.includes(name));
    if (first !== undefined || save.isPending) return first?.name;
    save.mutate({ known, draft, count: changed.length }, { onSuccess: () => then?.() });
    return undefined;
  };
  return {
    fields,
    known,
    /** Used when the metadata has no title. */
    shownTitle: owner.title,
    draft,
    changed,
    conflicts,
    problems,
    getFieldState,
    save,
    discard: () => {
      forget();
      setIsChecked(false);
    },
    /** Saves, then continues; returns the first invalid field otherwise. */
    trySave,
  };
}

function applyDraft({ draft, base: known, conflicts }: Held, field: Field) {
  const { name, lock } = field;
  const isReset = draft.reset.includes(name);
  const isEdited = name in draft.values;
  return {
    value: (isEdited ? draft.values[name] : known.values[name]) ?? null,
    isLocked: willBeLocked(draft, known, field),
    isEdited,
    isReset,
    canReset: !isReset && (known.locks[lock] === true || known.sources[name]?.source === 'user'),
    theirs: conflicts.includes(name) ? (known.values[name] ?? null) : undefined,
  };
}

/** State after saving: keeps changes made meanwhile, and drops conflicts on saved fields. */
function finishSave(held: Held, sent: Draft, known: Known): Held {
  const next = follow({ ...held, draft: pickUnsent(held.draft, sent) }, known);
  const isSent = (name: string) => name in sent.values && isSame(known.values[name], sent.values[name]);
  return { ...next, outdated: held.base, conflicts: next.conflicts.filter((name) => !isSent(name)) };
}

export type Editor = ReturnType<typeof useEditor>;

function follow({ draft, base, conflicts }: Held, known: Known): Held {
  const next = rebase(draft, base, known);
  const open = [...conflicts, ...next.conflicts].filter((name) => name in next.draft.values);
  return { base: known, draft: next.draft, conflicts: [...new Set(open)] };
}
