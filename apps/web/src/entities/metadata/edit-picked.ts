import type { FieldSummary, ManyEdited } from '@lectern/contract';
import { inChunks, type Picked } from '#entities/selection/picked.ts';
import { request } from '#lib/api.ts';
import { isSame, type Values } from './draft.ts';
import type { Kind } from './fields.ts';
import type { Person } from './paste-people.ts';

/** What comes to lists, or goes from them. */
export interface Parts {
  readonly genres?: readonly string[];
  readonly tags?: readonly string[];
  readonly authors?: readonly Person[];
}

/** What becomes of many. */
export interface ManyEdits {
  readonly values?: Values;
  readonly add?: Parts;
  readonly remove?: Parts;
  readonly locks?: Readonly<Record<string, boolean>>;
  readonly reset?: readonly string[];
  /** What is protected stays as it is. */
  readonly keepLocked?: boolean;
}

/** What an edit of many did, or would do; several requests are one here. */
export interface ManyAnswer {
  readonly matched: number;
  readonly updated: number;
  /** Have a protected value that the edit is about. */
  readonly locked: number;
  readonly changes: ManyEdited['changes'];
  /** What all say now; empty unless asked. */
  readonly fields: Readonly<Record<string, FieldSummary>>;
  readonly actionIds: readonly string[];
  readonly taskIds: readonly string[];
}

/** So many can be named in one request. */
const AT_ONCE = { book: 500, series: 100 } as const;

/** What one request after the other is about. */
function targetsOf({ kind, of }: Picked): readonly object[] {
  if ('ids' in of) {
    const name = kind === 'book' ? 'bookIds' : 'seriesIds';
    return inChunks(of.ids, AT_ONCE[kind]).map((ids) => ({ [name]: ids }));
  }
  const { condition = { allOf: [] }, fullTextSearch, libraryId } = of.query;
  return [
    {
      condition,
      ...(fullTextSearch === undefined ? {} : { fullTextSearch }),
      ...(libraryId === undefined ? {} : { libraryId }),
    },
  ];
}

async function ask(kind: Kind, body: object, signal: AbortSignal | undefined): Promise<ManyEdited> {
  const aborted = signal === undefined ? {} : { signal };
  return kind === 'book'
    ? request('editManyBooks', { body, ...aborted })
    : request('editManySeries', { body, ...aborted });
}

function mergeNames(one: FieldSummary['names'], other: FieldSummary['names']): FieldSummary['names'] {
  const counts = new Map(one.map(({ name, count }) => [name, count]));
  for (const { name, count } of other) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].map(([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count);
}

function mergeField(one: FieldSummary, other: FieldSummary): FieldSummary {
  const isMixed = one.isMixed || other.isMixed || !isSame(one.value, other.value);
  return {
    value: isMixed ? null : one.value,
    isMixed,
    lockedCount: one.lockedCount + other.lockedCount,
    names: mergeNames(one.names, other.names),
  };
}

function mergeFields(answers: readonly ManyEdited[]): Readonly<Record<string, FieldSummary>> {
  const merged = new Map<string, FieldSummary>();
  for (const { fields = {} } of answers) {
    for (const [name, field] of Object.entries(fields)) {
      const known = merged.get(name);
      merged.set(name, known === undefined ? field : mergeField(known, field));
    }
  }
  return Object.fromEntries(merged);
}

/** Answers of several requests as one. */
export function mergeAnswers(answers: readonly ManyEdited[]): ManyAnswer {
  const sum = (count: (answer: ManyEdited) => number): number =>
    answers.reduce((all, answer) => all + count(answer), 0);
  return {
    matched: sum(({ matchedCount }) => matchedCount),
    updated: sum(({ updatedCount }) => updatedCount),
    locked: sum(({ lockedCount = 0 }) => lockedCount),
    changes: answers.flatMap(({ changes }) => changes),
    fields: mergeFields(answers),
    actionIds: answers.flatMap(({ actionId }) => actionId ?? []),
    taskIds: answers.flatMap(({ taskId }) => taskId ?? []),
  };
}

/** Tells what would become of everything that is picked, and what all of it says now. */
export async function previewPicked(picked: Picked, edits: ManyEdits, signal?: AbortSignal): Promise<ManyAnswer> {
  return each(picked, { ...edits, dryRun: true }, signal);
}

/** Does the same to everything that is picked. */
export async function editPicked(picked: Picked, edits: ManyEdits): Promise<ManyAnswer> {
  return each(picked, edits, undefined);
}

async function each(picked: Picked, edits: object, signal: AbortSignal | undefined): Promise<ManyAnswer> {
  const answers: ManyEdited[] = [];
  for (const target of targetsOf(picked)) answers.push(await ask(picked.kind, { ...edits, ...target }, signal));
  return mergeAnswers(answers);
}
