import { NotificationsPage } from '#features/notifications/notifications-page.tsx';

export function OwnNotificationsRoute() {
  return <NotificationsPage scope="user" />;
}

export function ServerNotificationsRoute() {
  return <NotificationsPage scope="server" />;
}
