import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { AccessGroupDetail } from '@lectern/contract';
import { Link } from '@tanstack/react-router';
import { useAccountChange } from '#entities/user/change-users.ts';
import { accessGroupQuery } from '#entities/user/group-queries.ts';
import { request } from '#lib/api.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/controls/button.tsx';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { GroupFields } from './group-fields.tsx';
import { GroupMappings } from './group-mappings.tsx';
import { GroupMembers } from './group-members.tsx';
import { GroupTags } from './group-tags.tsx';
import css from './user-page.module.css';

interface GroupPageProps {
  readonly groupId: string;
  readonly onDeleted: () => void;
}

/** One access group: what it gives, and to whom. */
export function GroupPage({ groupId, onDeleted }: GroupPageProps) {
  const group = useQuery(accessGroupQuery(groupId));
  useDocumentTitle(group.data?.name ?? t`Access group`);
  return (
    <>
      <Link to="/admin/groups" className={css['back']}>
        <Icon name="back" size={18} /> {t`All access groups`}
      </Link>
      <QueryBoundary query={group} loading={<BoxSkeletons label={t`Loading the access group`} />}>
        {(data) => (
          <article aria-labelledby="group-name">
            <header className={css['head']}>
              <h2 id="group-name" className={css['name']}>
                {data.name}
              </h2>
            </header>
            <GroupFields group={data} />
            <GroupTags group={data} />
            <GroupMappings group={data} />
            <GroupMembers group={data} />
            <DeleteGroup group={data} onDeleted={onDeleted} />
          </article>
        )}
      </QueryBoundary>
    </>
  );
}

/** A group with members is not deleted by one click: its limits would end for all of them. */
function DeleteGroup({ group, onDeleted }: { readonly group: AccessGroupDetail; readonly onDeleted: () => void }) {
  const { id, name, members } = group;
  const remove = useAccountChange({
    change: async () => request('deleteAccessGroup', { params: { id } }),
    say: () => t`Access group ${name} deleted`,
    onDone: onDeleted,
  });
  return (
    <Panel title={t`Delete`}>
      {members.length > 0 && (
        <p className={css['lead']}>{t`To delete the group, first remove its members. They then see what it hid.`}</p>
      )}
      <Button
        icon="trash"
        disabled={members.length > 0}
        busy={remove.isPending}
        onClick={() => remove.mutate(undefined)}
      >{t`Delete group`}</Button>
    </Panel>
  );
}
