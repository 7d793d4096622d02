import { plural } from '@lingui/core/macro';
import { request } from '#lib/api.ts';
import { type Chosen, listIds } from './list-ids.ts';

/** Selected books or series. */
export interface Picked extends Chosen {
  readonly count: number;
  /** Of a single series, for messages. */
  readonly title?: string;
}

/** Title of the dialogs that edit a selection. */
export function editTitle({ kind, count }: Pick<Picked, 'kind' | 'count'>): string {
  return kind === 'series'
    ? plural(count, { one: 'Edit # series', other: 'Edit # series' })
    : plural(count, { one: 'Edit # book', other: 'Edit # books' });
}

/** Resolves the selection to ids, for requests that take only ids. */
export async function fetchIds(picked: Picked): Promise<readonly string[]> {
  return await listIds(request, picked);
}

/** Splits ids into request-sized chunks. */
export function inChunks(ids: readonly string[], size: number): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / size);
  return Array.from({ length: count }, (_, index) => ids.slice(index * size, (index + 1) * size));
}
