import { handleCreateResetLink } from './create-reset-link.ts';
import { handleCreateUser } from './create-user.ts';
import { handleDeleteUser } from './delete-user.ts';
import { handleDeleteUserSession } from './delete-user-session.ts';
import { handleDeleteUserSessions } from './delete-user-sessions.ts';
import { handleGetUser } from './get-user.ts';
import { handleListUserSessions } from './list-user-sessions.ts';
import { handleListUsers } from './list-users.ts';
import { handleUpdateUser } from './update-user.ts';

export const userHandlers = {
  listUsers: handleListUsers,
  createUser: handleCreateUser,
  getUser: handleGetUser,
  updateUser: handleUpdateUser,
  patchUser: handleUpdateUser,
  createResetLink: handleCreateResetLink,
  deleteUser: handleDeleteUser,
  listUserSessions: handleListUserSessions,
  deleteUserSession: handleDeleteUserSession,
  deleteUserSessions: handleDeleteUserSessions,
};
