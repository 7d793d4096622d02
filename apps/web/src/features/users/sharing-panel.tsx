import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserDetail } from '@lectern/contract';
import { Link } from '@tanstack/react-router';
import { grantSentence, TAG_RULES, type TagRule } from '#entities/sharing/grant-words.ts';
import { allSharingTagsQuery } from '#entities/sharing/queries.ts';
import { userQuery } from '#entities/user/account-queries.ts';
import { useUndoableChanges } from '#entities/undo/use-undoable-changes.ts';
import { request } from '#lib/api.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { SelectField } from '#ui/controls/field.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx';
import css from './sharing-panel.module.css';

const RULE_WORDS: Readonly<Record<TagRule, (name: string, who: string) => string>> = {
  none: (name, who) => t`“${name}” has no rule for ${who} any more`,
  deny: (name, who) => t`“${name}” is hidden from ${who}`,
  allow: (name, who) => t`${who} sees only series tagged “${name}” or another “Show only” tag`,
};

interface SharingPanelProps {
  readonly user: UserDetail;
}

async function setRule(userId: string, tagId: string, rule: TagRule): Promise<void> {
  if (rule === 'none') await request('removeUserSharingTag', { params: { id: userId, tagId } });
  else await request('setUserSharingTag', { params: { id: userId }, body: { sharingTagId: tagId, accessMode: rule } });
}

interface WantedRule {
  readonly tagId: string;
  readonly name: string;
  readonly rule: TagRule;
}

function storedRule({ sharingTags }: UserDetail, tagId: string): TagRule {
  return sharingTags.find(({ sharingTagId }) => sharingTagId === tagId)?.accessMode ?? 'none';
}

function useRules({ id, username }: UserDetail) {
  const queryClient = useQueryClient();
  return useUndoableChanges({
    owner: `rules for ${id}`,
    store: async ({ tagId, name, rule }: WantedRule) => {
      const before = storedRule(await queryClient.query({ ...userQuery(id), staleTime: 0 }), tagId);
      await setRule(id, tagId, rule);
      return { text: RULE_WORDS[rule](name, username), undo: async () => setRule(id, tagId, before) };
    },
    replaces: (later, earlier) => later.tagId === earlier.tagId,
  });
}

/** Sharing tags of a user; each change is saved at once. */
export function SharingPanel({ user }: SharingPanelProps) {
  const tags = useQuery(allSharingTagsQuery());
  const { waiting, enqueue } = useRules(user);
  const findRule = (tagId: string): TagRule =>
    waiting.findLast((wanted) => wanted.tagId === tagId)?.rule ?? storedRule(user, tagId);
  return (
    <Panel title={t`Sharing`}>
      <p className={css['sum']} aria-live="polite">
        {grantSentence(user.sharingTags)}
      </p>
      <QueryBoundary query={tags} loading={<TagsSkeleton />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={css['none']}>
              <Trans>
                There are no sharing tags yet.{' '}
                <Link to="/admin/metadata" search={{ part: 'sharing' }}>
                  Add one
                </Link>{' '}
                to hide series from a user, or to show them nothing else.
              </Trans>
            </p>
          ) : (
            <div className={css['tags']}>
              {data.map(({ id, name }) => (
                <SelectField<TagRule>
                  key={id}
                  label={name}
                  value={findRule(id)}
                  options={TAG_RULES}
                  onValue={(rule) => enqueue({ tagId: id, name, rule })}
                />
              ))}
            </div>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

function TagsSkeleton() {
  return (
    <Loading label={t`Loading sharing tags`}>
      <Skeleton shape="line" width={30} />
    </Loading>
  );
}
