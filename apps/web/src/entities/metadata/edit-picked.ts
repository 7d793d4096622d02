import type { FieldSummary, ManyEdited } from '@lectern/contract';
import { inChunks, type Picked } from '#entities/selection/picked.ts';
import { request } from '#lib/api.ts';
import { isSame, type Values } from './draft.ts';
import type { Kind } from './fields.ts';
import type { Person } from './paste-people.ts';

/** Entries to add to or remove from list fields. */
export interface Parts {
  readonly genres?: readonly string[];
  readonly tags?: readonly string[];
  readonly authors?: readonly Person[];
}

export interface ManyEdits {
  readonly values?: Values;
  readonly add?: Parts;
  readonly remove?: Parts;
  readonly locks?: Readonly<Record<string, boolean>>;
  readonly reset?: readonly string[];
  /** Leaves locked fields unchanged. */
  readonly keepLocked?: boolean;
}

/** Result or preview of a bulk edit, merged over several requests. */
export interface ManyAnswer {
  readonly matched: number;
  readonly updated: number;
  /** Items with a locked value in an edited field. */
  readonly locked: number;
  readonly changes: ManyEdited['changes'];
  /** Current values across the selection; empty unless requested. */
  readonly fields: Readonly<Record<string, FieldSummary>>;
  readonly actionIds: readonly string[];
  readonly taskIds: readonly string[];
}

/** Most ids in one request. */
const AT_ONCE = { book: 500, series: 100 } as const;

/** Request targets, in chunks. */
function listTargets({ kind, of }: Picked): readonly object[] {
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

/** Previews an edit and returns the current values. */
export async function previewPicked(picked: Picked, edits: ManyEdits, signal?: AbortSignal): Promise<ManyAnswer> {
  return each(picked, { ...edits, dryRun: true }, signal);
}

export async function editPicked(picked: Picked, edits: ManyEdits): Promise<ManyAnswer> {
  return each(picked, edits, undefined);
}

async function each(picked: Picked, edits: object, signal: AbortSignal | undefined): Promise<ManyAnswer> {
  const answers: ManyEdited[] = [];
  for (const target of listTargets(picked)) answers.push(await ask(picked.kind, { ...edits, ...target }, signal));
  return mergeAnswers(answers);
}
