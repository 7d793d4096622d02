import { t } from '@lingui/core/macro';
import { listAllBooks } from '#entities/book/list-all-books.ts';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';
import { LANGUAGE } from '#lib/locale.ts';
import type { AddedThings, ListChoice } from './added-things.ts';
import { addToList, removeFromList } from './change-lists.ts';
import type { ListKind } from './shared-list.ts';

async function listBookIds(seriesIds: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const seriesId of seriesIds) ids.push(...(await listAllBooks(request, seriesId)).map(({ id }) => id));
  return ids;
}

/** A reading list takes the books of a series instead of the series. */
async function listMemberIds(things: AddedThings, kind: ListKind): Promise<readonly string[]> {
  const ids = await things.ids();
  return things.kind === 'series' && kind === 'readList' ? listBookIds(ids) : ids;
}

function join(names: readonly string[]): string {
  return new Intl.ListFormat(LANGUAGE).format(names.map((name) => t`“${name}”`));
}

function formatOutcome(addedTo: readonly string[], removedFrom: readonly string[]): string {
  const [added, removed] = [join(addedTo), join(removedFrom)];
  if (removedFrom.length === 0) return t`Added to ${added}`;
  return addedTo.length === 0 ? t`Removed from ${removed}` : t`Added to ${added}, removed from ${removed}`;
}

/** Applies additions and removals as one action with one undo. */
export async function applyChoices(things: AddedThings, choices: readonly ListChoice[]): Promise<Undoable> {
  const changed = choices.filter(({ before, after }) => before !== after);
  const done: Undoable[] = [];
  const ids = new Map<ListKind, readonly string[]>();
  for (const { shared, after } of changed) {
    const { kind } = shared;
    const members = ids.get(kind) ?? (await listMemberIds(things, kind));
    ids.set(kind, members);
    const [only] = members;
    if (after) done.push(await addToList(shared, members));
    else if (only !== undefined) done.push(await removeFromList(shared, { id: only, title: things.title ?? '' }));
  }
  const [first] = done;
  if (first !== undefined && done.length === 1) return first;
  const names = (after: boolean) => changed.filter((one) => one.after === after).map(({ shared }) => shared.list.name);
  const undos = done.map(({ undo }) => undo).filter((undo) => undo !== undefined);
  const takeBack = async () => {
    for (const undo of undos.toReversed()) await undo();
  };
  return { text: formatOutcome(names(true), names(false)), undo: undos.length === done.length ? takeBack : undefined };
}
