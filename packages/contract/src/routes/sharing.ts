import type { Route } from './route.ts';

/** Sharing tags and grants. */
export const sharingRoutes = {
  listSharingTags: ['GET', '/api/v1/admin/sharing-tags'],
  createSharingTag: ['POST', '/api/v1/admin/sharing-tags'],
  getSharingTag: ['GET', '/api/v1/admin/sharing-tags/{id}'],
  updateSharingTag: ['PATCH', '/api/v1/admin/sharing-tags/{id}'],
  deleteSharingTag: ['DELETE', '/api/v1/admin/sharing-tags/{id}'],
  listSeriesSharingTags: ['GET', '/api/v1/series/{id}/sharing-tags'],
  replaceSeriesSharingTags: ['PUT', '/api/v1/series/{id}/sharing-tags'],
  addSeriesSharingTag: ['POST', '/api/v1/series/{id}/sharing-tags'],
  removeSeriesSharingTag: ['DELETE', '/api/v1/series/{id}/sharing-tags/{tagId}'],
  listUserSharingTags: ['GET', '/api/v1/users/{id}/sharing-tags'],
  setUserSharingTag: ['PUT', '/api/v1/users/{id}/sharing-tags'],
  removeUserSharingTag: ['DELETE', '/api/v1/users/{id}/sharing-tags/{tagId}'],
  listOwnSharingTags: ['GET', '/api/v1/user/sharing-tags'],
} as const satisfies Record<string, Route>;
