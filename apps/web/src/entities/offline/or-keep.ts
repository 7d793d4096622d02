import { t } from '@lingui/core/macro';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import { isAway } from '#lib/api.ts';
import type { KeptChange } from './outbox-entry.ts';

/** Makes a change, or keeps it on this device until the server answers. */
export async function orKeep(
  work: () => Promise<Undoable>,
  change: KeptChange,
  { title }: { readonly title: string },
): Promise<Undoable> {
  try {
    return await work();
  } catch (error) {
    if (!isAway(error)) throw error;
    const { putInOutbox } = await import('./outbox.ts');
    const undo = await putInOutbox({ title, change });
    return { text: t`Saved on this device. It is sent once the server answers.`, undo };
  }
}
