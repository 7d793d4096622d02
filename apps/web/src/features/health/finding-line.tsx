import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { HealthFinding } from '@lectern/contract';
import { findingsQuery } from '#entities/health/queries.ts';
import { request } from '#lib/api.ts';
import { endSentence, formatAgo } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import css from './health-page.module.css';

/** Where a finding is mended. The health page itself has no link: its lists are below. */
const PAGES = {
  about: ['/admin/about', t`Open server details`],
  backups: ['/admin/backups', t`Open backups`],
  libraries: ['/admin/libraries', t`Open libraries`],
  notifications: ['/admin/notifications', t`Open notifications`],
  releases: ['/admin/releases', t`Open release sources`],
  settings: ['/admin/settings', t`Open settings`],
  tasks: ['/admin/tasks', t`Open tasks`],
  users: ['/admin/users', t`Open accounts`],
} as const satisfies Readonly<Record<Exclude<HealthFinding['page'], 'health'>, readonly [string, string]>>;

export function FindingLine({ finding }: { readonly finding: HealthFinding }) {
  const { state, message, advice, page } = finding;
  const way = page === 'health' ? undefined : PAGES[page];
  return (
    <li className={css['book']} data-state={state}>
      <span className={css['state']}>
        <Icon name="warning" />
        <span className="visually-hidden">{state === 'problem' ? t`Problem:` : t`Warning:`} </span>
      </span>
      <div className={css['facts']}>
        <strong className={css['finding']}>{message}</strong>
        {advice !== null && <span>{endSentence(advice)}</span>}
        <span className={css['place']}>{circumstances(finding, Date.now())}</span>
        {way !== undefined && <Link to={way[0]}>{way[1]}</Link>}
      </div>
      <HideButton finding={finding} />
    </li>
  );
}

function circumstances({ state, since, hiddenAt, hiddenBy: by }: HealthFinding, nowAt: number): string {
  const found = formatAgo(since, nowAt);
  const first = state === 'problem' ? t`Problem, found ${found}` : t`Warning, found ${found}`;
  if (hiddenAt === null) return first;
  const ago = formatAgo(hiddenAt, nowAt);
  return [first, by === null ? t`Hidden by an admin, ${ago}` : t`Hidden by ${by}, ${ago}`].join(' · ');
}

function HideButton({ finding: { key, message, hiddenAt } }: { readonly finding: HealthFinding }) {
  const queryClient = useQueryClient();
  const isHidden = hiddenAt !== null;
  const hide = useMutation({
    mutationFn: async () => request('hideHealthFinding', { body: { key, hidden: !isHidden } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(findingsQuery().queryKey, answer);
      showToast(isHidden ? t`Shown again` : t`Hidden until it changes`);
    },
    onError: (error) => showToast(problemSentence(error)),
  });
  return (
    <Button
      look="quiet"
      icon={isHidden ? 'eye' : 'eye-off'}
      aria-label={isHidden ? t`Show: ${message}` : t`Hide: ${message}`}
      busy={hide.isPending}
      onClick={() => hide.mutate()}
    >
      {isHidden ? t`Show` : t`Hide`}
    </Button>
  );
}
