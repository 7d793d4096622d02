import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import type { CallResult } from '@lectern/contract/client';
import { type FactorAsked, readFactorAsked } from '#entities/factor/read-asked.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import type { OpenedSession } from '#lib/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import css from './other-ways.module.css';

/** Longer addresses, such as those of lists with many filters, are refused by the server. */
const LONGEST_PATH = 1_000;

interface OtherWaysProps {
  readonly ways: CallResult<'listOidcProviders'>;
  /** Path of the page to open afterwards. */
  readonly next: string;
  /** Called when a second factor is missing. */
  readonly onAsked: (asked: FactorAsked) => void;
  readonly onOpened: (opened: OpenedSession) => Promise<void>;
}

/** Sign-in at providers, and by a proxy that knows the user. */
export function OtherWays({ ways, next, onAsked, onOpened }: OtherWaysProps) {
  const start = useMutation({
    mutationFn: async (provider: string) =>
      request('startOidcLogin', {
        params: { provider },
        body: { redirectUri: next.length > LONGEST_PATH ? '/' : next },
      }),
    onSuccess: ({ redirectUrl }) => location.assign(redirectUrl),
  });
  const enter = useMutation({
    mutationFn: async () => onOpened(await request('signInByProxy', {})),
    onError: (error) => {
      const asked = readFactorAsked(error);
      if (asked !== undefined) onAsked(asked);
    },
    meta: { expects401: true },
  });
  const problem = start.error ?? enter.error;
  return (
    <div className={css['ways']}>
      {problem !== null && (
        <div role="alert">
          <Note tone="danger">{problemSentence(problem)}</Note>
        </div>
      )}
      {ways.providers.map(({ name, displayName }) => (
        <Button
          key={name}
          size="large"
          busy={start.isPending && start.variables === name}
          onClick={() => start.mutate(name)}
        >{t`Sign in with ${displayName}`}</Button>
      ))}
      {ways.proxyEnabled && (
        <Button
          size="large"
          busy={enter.isPending}
          onClick={() => enter.mutate()}
        >{t`Sign in through the proxy`}</Button>
      )}
    </div>
  );
}
