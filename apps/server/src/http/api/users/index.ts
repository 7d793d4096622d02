import { handleCreateUser } from './create-user.ts';
import { handleDeleteUser } from './delete-user.ts';
import { handleGetUser } from './get-user.ts';
import { handleListUsers } from './list-users.ts';
import { handleUpdateUser } from './update-user.ts';

export const userHandlers = {
  listUsers: handleListUsers,
  createUser: handleCreateUser,
  getUser: handleGetUser,
  updateUser: handleUpdateUser,
  patchUser: handleUpdateUser,
  deleteUser: handleDeleteUser,
};
