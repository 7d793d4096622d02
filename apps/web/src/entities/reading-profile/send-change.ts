import type { Ask } from '#entities/offline/ask.ts';
import type { ProfileChange } from './apply-change.ts';

/**
 * Stores a change on the server.
 * @throws {ApiError}
 */
export async function sendChange(ask: Ask, change: ProfileChange): Promise<void> {
  if (change.kind === 'profile') {
    const { kind: _kind, id, ...body } = change;
    await ask('updateReadingProfile', { params: { id }, body });
    return;
  }
  const { kind: _kind, ...body } = change;
  await ask('chooseReadingProfile', { body });
}
