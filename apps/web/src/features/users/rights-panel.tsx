import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { EffectiveGrants, RightSource } from '@lectern/contract';
import { effectiveGrantsQuery } from '#entities/user/account-queries.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { ageWords, sourceWords } from './rights-words.ts';
import css from './rights-panel.module.css';

/** What an account sees by itself and by its groups, and why. */
export function RightsPanel({ userId }: { readonly userId: string }) {
  const rights = useQuery(effectiveGrantsQuery(userId));
  return (
    <Panel title={t`What this account sees`}>
      <QueryBoundary query={rights} loading={<BoxSkeletons label={t`Loading what this account sees`} />}>
        {(data) => <Rights rights={data} />}
      </QueryBoundary>
    </Panel>
  );
}

interface Line {
  readonly key: string;
  readonly text: string;
  readonly sources: readonly RightSource[];
}

function listLines({ allLibraries, libraries, ageLimits, grants }: EffectiveGrants): Line[] {
  const everything = { key: 'all', text: t`All libraries`, sources: allLibraries };
  return [
    ...(allLibraries.length > 0 ? [everything] : []),
    ...libraries.map(({ libraryId: key, libraryName: text, sources }) => ({ key, text, sources })),
    ...ageLimits.map((limit, index) => ({ key: `age ${index}`, text: ageWords(limit), sources: [limit.source] })),
    ...grants.map(({ sharingTagId: key, sharingTagName: name, accessMode, sources }) => ({
      key,
      text: accessMode === 'deny' ? t`Nothing tagged “${name}”` : t`Only what is tagged “${name}” or another shown tag`,
      sources,
    })),
  ];
}

function Rights({ rights }: { readonly rights: EffectiveGrants }) {
  const lines = listLines(rights);
  if (lines.length === 0) return <p className={css['none']}>{t`Without a library, this user has nothing to read.`}</p>;
  return (
    <ul className={css['lines']}>
      {lines.map(({ key, text, sources }) => (
        <li key={key}>
          <strong>{text}</strong>
          {sources.map((source) => (
            <span key={source.groupId ?? source.kind} className={css['why']}>
              {sourceWords(source)}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
