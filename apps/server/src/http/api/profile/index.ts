import { later } from '../../later.ts';

export const profileHandlers = {
  getProfile: later(async () => (await import('./get-profile.ts')).handleGetProfile),
  updateProfile: later(async () => (await import('./update-profile.ts')).handleUpdateProfile),
  patchProfile: later(async () => (await import('./update-profile.ts')).handleUpdateProfile),
  changePassword: later(async () => (await import('./change-password.ts')).handleChangePassword),
  listSessions: later(async () => (await import('./list-sessions.ts')).handleListSessions),
  deleteSession: later(async () => (await import('./delete-session.ts')).handleDeleteSession),
  deleteSessions: later(async () => (await import('./delete-sessions.ts')).handleDeleteSessions),
};
