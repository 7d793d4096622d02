import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { AccessGroupDetail } from '@lectern/contract';
import { grantSentence, TAG_RULES, type TagRule } from '#entities/sharing/grant-words.ts';
import { allSharingTagsQuery } from '#entities/sharing/queries.ts';
import { useAccountChange } from '#entities/user/change-users.ts';
import { request } from '#lib/api.ts';
import { SelectField } from '#ui/controls/field.tsx';
import { Panel } from '#ui/layout/page.tsx';
import css from './sharing-panel.module.css';

interface WantedRule {
  readonly tagId: string;
  readonly rule: TagRule;
}

/** Sharing tags of a group; each change is saved at once. */
export function GroupTags({ group: { id, grants } }: { readonly group: AccessGroupDetail }) {
  const { data: tags } = useQuery(allSharingTagsQuery());
  const change = useAccountChange({
    change: async ({ tagId, rule }: WantedRule): Promise<void> => {
      if (rule === 'none') await request('removeAccessGroupGrant', { params: { id, tagId } });
      else await request('setAccessGroupGrant', { params: { id }, body: { sharingTagId: tagId, accessMode: rule } });
    },
  });
  const findRule = (tagId: string): TagRule => grants.find((one) => one.sharingTagId === tagId)?.accessMode ?? 'none';
  if (tags === undefined || tags.data.length === 0) return null;
  return (
    <Panel title={t`Sharing`}>
      <p className={css['sum']} aria-live="polite">
        {grantSentence(grants)}
      </p>
      <div className={css['tags']}>
        {tags.data.map(({ id: tagId, name }) => (
          <SelectField<TagRule>
            key={tagId}
            label={name}
            value={change.isPending && change.variables.tagId === tagId ? change.variables.rule : findRule(tagId)}
            options={TAG_RULES}
            onValue={(rule) => change.mutate({ tagId, rule })}
          />
        ))}
      </div>
    </Panel>
  );
}
