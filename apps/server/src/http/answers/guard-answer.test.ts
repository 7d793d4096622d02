import type { Permission } from '@lectern/contract';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createAccess } from '#core/people/access.ts';
import type { Viewer } from '#core/viewer.ts';
import { guardedSignal } from './guard-answer.ts';

const VIEWER = {
  userId: 'mia',
  username: 'Mia',
  role: 'reader',
  permissions: new Set<Permission>(),
  sessionId: 's',
} as const;
const PARENT = { userId: 'ada', username: 'ada', hasPin: false };
const ADMIN = { userId: 'root', username: 'root', endsAt: 0, parentId: null };

/** Whether a change of an account breaks off an answer whose viewer is refused by now. */
async function isBrokenBy(userId: string, more: Partial<Viewer>): Promise<boolean> {
  const access = createAccess({ jwtSecret: 'a secret of this test', sessionHours: 1 });
  let isBroken = false;
  const raw = {
    destroyed: false,
    destroy: () => {
      isBroken = true;
    },
    once: () => undefined,
  };
  const viewer: Viewer = { ...VIEWER, ...more };
  const guarded = { access, log: pino({ level: 'silent' }), viewer, identify: async () => undefined };
  guardedSignal(raw as never, () => new AbortController().signal, guarded)();
  access.forgetUser(userId);
  await Promise.resolve();
  return isBroken;
}

describe('a long answer', () => {
  it.each([
    ['mia', {}, true],
    ['ada', {}, false],
    ['ada', { profileOf: PARENT }, true],
    ['root', { viewedBy: ADMIN }, true],
    ['other', { profileOf: PARENT, viewedBy: ADMIN }, false],
    ['ada', { viewedBy: { ...ADMIN, parentId: 'ada' } }, true],
  ] as const)('looks at changes of %s again as %j: %j', async (userId, more, isBroken) => {
    expect(await isBrokenBy(userId, more)).toBe(isBroken);
  });
});
