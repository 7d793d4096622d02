import { t } from '@lingui/core/macro';
import { hasStatus } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { PasskeyCancelled } from './passkeys.ts';

/** What went wrong with a factor, in a sentence; undefined without an error. */
export function factorProblem(error: unknown): string | undefined {
  if (error === null || error === undefined) return undefined;
  if (error instanceof PasskeyCancelled) return t`The browser gave no passkey. Try again, or use another way.`;
  if (hasStatus(error, 401)) return t`This took too long. Begin again.`;
  if (hasStatus(error, 429)) return t`Too many wrong codes. Wait a few minutes, then try again.`;
  return problemSentence(error);
}
