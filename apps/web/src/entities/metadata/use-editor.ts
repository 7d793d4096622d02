import { useState } from 'react';
import { fieldProblems } from '#lib/problem.ts';
import { problemsOf } from './check-value.ts';
import {
  changedFields,
  type Draft,
  isSame,
  type Json,
  type Known,
  NO_DRAFT,
  rebase,
  unsent,
  willBeLocked,
  withLock,
  withoutField,
  withoutKnown,
  withReset,
  withValue,
} from './draft.ts';
import { type Field, fieldsOf } from './fields.ts';
import { type Owner, useSave } from './save.ts';

/** A field as the form draws it, with what can be done to it. */
export interface FieldState {
  readonly value: Json;
  readonly isLocked: boolean;
  /** It will say something else. */
  readonly isEdited: boolean;
  /** It, or its lock, will be another. */
  readonly isChanged: boolean;
  readonly isReset: boolean;
  /** Somebody said or protected what it says. */
  readonly canReset: boolean;
  /** What somebody else made of it meanwhile. */
  readonly theirs: Json | undefined;
  readonly problem: string | undefined;
  readonly set: (value: Json) => void;
  readonly lock: (isSet: boolean) => void;
  readonly reset: () => void;
  /** Takes back whatever was changed here. */
  readonly keep: () => void;
  /** Goes on with the own value, now that the other is known. */
  readonly keepMine: () => void;
}

interface Held {
  readonly draft: Draft;
  readonly base: Known;
  /** What was known before a draft was saved: it may be handed in once more. */
  readonly outdated?: Known;
  readonly conflicts: readonly string[];
}

/** "values.externalLinks[0].url" is about the field externalLinks. */
function byField(error: unknown): Readonly<Record<string, string>> {
  const problems = Object.entries(fieldProblems(error)).flatMap(([path, words]) => {
    const field = /^values\.(\w+)/.exec(path)?.[1];
    return field === undefined ? [] : [[field, words] as const];
  });
  return Object.fromEntries(problems);
}

/** The draft, and what can happen to it. */
function useHeld(known: Known) {
  const [held, setHeld] = useState<Held>({ draft: NO_DRAFT, base: known, conflicts: [] });
  if (known !== held.base && known !== held.outdated) setHeld(follow(held, known));
  return {
    held,
    change: (next: (draft: Draft) => Draft) => setHeld((now) => ({ ...now, draft: next(now.draft) })),
    /** A conflict that somebody has looked at. */
    settle: (name: string) => setHeld((now) => ({ ...now, conflicts: now.conflicts.filter((one) => one !== name) })),
    saved: (sent: Draft, after: Known) => setHeld((now) => goOn(now, sent, after)),
    notSaved: () => setHeld((now) => ({ ...now, draft: withoutKnown(now.draft, now.base) })),
    forget: () => setHeld((now) => ({ ...now, draft: NO_DRAFT, conflicts: [] })),
  };
}

/**
 * What somebody changes of a book or series until it is saved.
 * @param known as the server knows it now; when others change it meanwhile, the draft goes on from there
 */
export function useEditor(owner: Owner, known: Known) {
  const { held, change, settle, saved, notSaved, forget } = useHeld(known);
  const [isChecked, setIsChecked] = useState(false);
  const { draft, conflicts } = held;
  const fields = fieldsOf(owner.kind);
  const save = useSave(owner, {
    onSaved: (sent, after) => {
      saved(sent, after);
      setIsChecked(false);
    },
    onFailed: notSaved,
  });
  const settled = save.isPending ? undefined : known;
  const wrong = problemsOf(fields, draft.values);
  const problems = { ...byField(save.error), ...(isChecked ? wrong : {}) };
  const changed = changedFields(draft, fields);

  const stateOf = (field: Field): FieldState => {
    const { name, lock } = field;
    return {
      ...drawn(held, field),
      isChanged: changed.includes(field),
      problem: problems[name],
      set: (value) => {
        if (save.isError) save.reset();
        change((now) => withValue(now, settled, name, value));
      },
      lock: (isSet) => change((now) => withLock(now, settled, lock, isSet)),
      reset: () => change((now) => withReset(now, field)),
      keep: () => {
        settle(name);
        change((now) => withoutField(now, field));
      },
      keepMine: () => settle(name),
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
    /** What it is called where its metadata names no title. */
    shownTitle: owner.title,
    draft,
    changed,
    conflicts,
    problems,
    stateOf,
    save,
    discard: () => {
      forget();
      setIsChecked(false);
    },
    /** Saves, and then goes on; or answers with the first field that something is wrong with. */
    trySave,
  };
}

/** What a field says and is, with the draft. */
function drawn({ draft, base: known, conflicts }: Held, field: Field) {
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

/** After saving: what was changed meanwhile is left, back to what it was before too, and no conflict with what was saved. */
function goOn(held: Held, sent: Draft, known: Known): Held {
  const next = follow({ ...held, draft: unsent(held.draft, sent) }, known);
  const isSent = (name: string) => name in sent.values && isSame(known.values[name], sent.values[name]);
  return { ...next, outdated: held.base, conflicts: next.conflicts.filter((name) => !isSent(name)) };
}

/** An editor as its parts share it. */
export type Editor = ReturnType<typeof useEditor>;

function follow({ draft, base, conflicts }: Held, known: Known): Held {
  const next = rebase(draft, base, known);
  const open = [...conflicts, ...next.conflicts].filter((name) => name in next.draft.values);
  return { base: known, draft: next.draft, conflicts: [...new Set(open)] };
}
