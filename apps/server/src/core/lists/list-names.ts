import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import { holdNames, type ListKind, listNamesakes } from '#db/repos/lists/shared-lists.repo.ts';
import { isEmptyRule, LIST_WORDS, type ListsContext } from './get-list.ts';

/** Case and outer blanks do not count. */
function foldName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

/** Before the id of a list whose name a list that its author does not know of has as well. No name holds it. */
const APART = '\u0001';

/**
 * The key under which a list keeps its name, once nobody else changes names. A name is taken when the viewer knows of the list
 * that has it: one that is hidden from them tells nothing of itself, and its name can be used again.
 * @throws {AppError} `Conflict`
 */
export async function claimName(
  ctx: ListsContext,
  tx: Tx,
  viewer: Viewer,
  { kind, id, name }: { readonly kind: ListKind; readonly id: string; readonly name: string },
): Promise<string> {
  await holdNames(tx, kind);
  const key = foldName(name).replaceAll(APART, ' ');
  const namesakes = (await listNamesakes(tx.read, kind, viewer, { key, apart: `${key}${APART}` })).filter(
    (other) => other.id !== id,
  );
  for (const other of namesakes) {
    if (other.isKnown === 1 && !(await isEmptyRule(ctx, viewer, other))) {
      throw new AppError('Conflict', `There is a ${LIST_WORDS[kind].list.toLowerCase()} named "${name}" already`);
    }
  }
  return namesakes.some(({ nameKey }) => nameKey === key) ? `${key}${APART}${id}` : key;
}
