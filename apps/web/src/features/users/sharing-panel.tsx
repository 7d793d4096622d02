import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserDetail } from '@lectern/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { grantSentence, TAG_RULES, type TagRule } from '#entities/sharing/grant-words.ts';
import { allSharingTagsQuery } from '#entities/sharing/queries.ts';
import { userQuery } from '#entities/user/account-queries.ts';
import { useUndoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';
import { Answer } from '#ui/answer.tsx';
import { SelectField } from '#ui/field.tsx';
import { Panel } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import css from './sharing-panel.module.css';

const RULE_WORDS: Readonly<Record<TagRule, (name: string, who: string) => string>> = {
  none: (name, who) => `No rule for “${name}” for ${who} any more`,
  deny: (name, who) => `“${name}” is hidden from ${who}`,
  allow: (name, who) => `${who} sees only “${name}” and what else is allowed`,
};

interface SharingPanelProps {
  readonly user: UserDetail;
}

async function setRule(userId: string, tagId: string, rule: TagRule): Promise<void> {
  if (rule === 'none') await request('removeUserSharingTag', { params: { id: userId, tagId } });
  else await request('setUserSharingTag', { params: { id: userId }, body: { sharingTagId: tagId, accessMode: rule } });
}

/** Which series somebody sees by sharing tags; each choice holds at once. */
export function SharingPanel({ user }: SharingPanelProps) {
  const tags = useQuery(allSharingTagsQuery());
  // what was chosen shows at once, and stays until it is known
  const [wanted, setWanted] = useState<readonly [tagId: string, rule: TagRule]>();
  const queryClient = useQueryClient();
  const change = useUndoable();
  const rules = new Map<string, TagRule>(user.sharingTags.map((grant) => [grant.sharingTagId, grant.accessMode]));
  const ruleOf = (tagId: string): TagRule => (wanted?.[0] === tagId ? wanted[1] : (rules.get(tagId) ?? 'none'));
  const choose = (tagId: string, name: string, rule: TagRule) => {
    if (change.isPending) return;
    const before = rules.get(tagId) ?? 'none';
    setWanted([tagId, rule]);
    change.mutate(
      async () => {
        await setRule(user.id, tagId, rule);
        await queryClient.query({ ...userQuery(user.id), staleTime: 0 });
        return { text: RULE_WORDS[rule](name, user.username), undo: async () => setRule(user.id, tagId, before) };
      },
      { onSettled: () => setWanted(undefined) },
    );
  };
  return (
    <Panel title="Sharing">
      <p className={css['sum']} aria-live="polite">
        {grantSentence(user.sharingTags)}
      </p>
      <Answer query={tags} loading={<TagsSkeleton />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={css['none']}>
              There are no sharing tags yet.{' '}
              <Link to="/admin/metadata" search={{ part: 'sharing' }}>
                Add some
              </Link>{' '}
              to hide series from somebody, or to show them nothing else.
            </p>
          ) : (
            <div className={css['tags']}>
              {data.map(({ id, name }) => (
                <SelectField<TagRule>
                  key={id}
                  label={name}
                  value={ruleOf(id)}
                  options={TAG_RULES}
                  onValue={(rule) => choose(id, name, rule)}
                />
              ))}
            </div>
          )
        }
      </Answer>
    </Panel>
  );
}

function TagsSkeleton() {
  return (
    <Loading label="Loading sharing tags">
      <Skeleton shape="line" width={30} />
    </Loading>
  );
}
