import { later } from '../../later.ts';

export const userHandlers = {
  listUsers: later(async () => (await import('./list-users.ts')).handleListUsers),
  createUser: later(async () => (await import('./create-user.ts')).handleCreateUser),
  getUser: later(async () => (await import('./get-user.ts')).handleGetUser),
  updateUser: later(async () => (await import('./update-user.ts')).handleUpdateUser),
  patchUser: later(async () => (await import('./update-user.ts')).handleUpdateUser),
  createResetLink: later(async () => (await import('./create-reset-link.ts')).handleCreateResetLink),
  deleteUser: later(async () => (await import('./delete-user.ts')).handleDeleteUser),
  listUserSessions: later(async () => (await import('./list-user-sessions.ts')).handleListUserSessions),
  deleteUserSession: later(async () => (await import('./delete-user-session.ts')).handleDeleteUserSession),
  deleteUserSessions: later(async () => (await import('./delete-user-sessions.ts')).handleDeleteUserSessions),
};
