import { useNavigate, useParams } from '@tanstack/react-router';
import { GroupPage } from '#features/users/group-page.tsx';
import { GroupsPage } from '#features/users/groups-page.tsx';

export function AdminGroupsRoute() {
  const navigate = useNavigate();
  return <GroupsPage onAdded={(groupId) => void navigate({ to: '/admin/groups/$groupId', params: { groupId } })} />;
}

export function AdminGroupRoute() {
  const { groupId } = useParams({ from: '/signed-in/shell/admin/groups/$groupId' });
  const navigate = useNavigate();
  return (
    <GroupPage
      key={groupId}
      groupId={groupId}
      onDeleted={() => void navigate({ to: '/admin/groups', replace: true, ignoreBlocker: true })}
    />
  );
}
