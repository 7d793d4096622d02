import { handleChangePassword } from './change-password.ts';
import { handleDeleteSession } from './delete-session.ts';
import { handleDeleteSessions } from './delete-sessions.ts';
import { handleGetProfile } from './get-profile.ts';
import { handleListSessions } from './list-sessions.ts';
import { handleUpdateProfile } from './update-profile.ts';

export const profileHandlers = {
  getProfile: handleGetProfile,
  updateProfile: handleUpdateProfile,
  patchProfile: handleUpdateProfile,
  changePassword: handleChangePassword,
  listSessions: handleListSessions,
  deleteSession: handleDeleteSession,
  deleteSessions: handleDeleteSessions,
};
