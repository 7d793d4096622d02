import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { UserPage } from '#features/users/user-page.tsx';
import { UsersPage } from '#features/users/users-page.tsx';

export function AdminUsersRoute() {
  const filter = useSearch({ from: '/signed-in/shell/admin/users' });
  const navigate = useNavigate();
  return (
    <UsersPage
      filter={filter}
      onFilter={(search) => void navigate({ to: '/admin/users', search, replace: true, resetScroll: false })}
      onAdded={(userId) => void navigate({ to: '/admin/users/$userId', params: { userId } })}
    />
  );
}

export function AdminUserRoute() {
  const { userId } = useParams({ from: '/signed-in/shell/admin/users/$userId' });
  const navigate = useNavigate();
  return (
    <UserPage
      key={userId}
      userId={userId}
      onDeleted={() => void navigate({ to: '/admin/users', replace: true, ignoreBlocker: true })}
    />
  );
}
