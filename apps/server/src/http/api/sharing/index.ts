import { later } from '../../later.ts';

export const sharingHandlers = {
  listSharingTags: later(async () => (await import('./tags.ts')).handleListSharingTags),
  createSharingTag: later(async () => (await import('./tags.ts')).handleCreateSharingTag),
  getSharingTag: later(async () => (await import('./tags.ts')).handleGetSharingTag),
  updateSharingTag: later(async () => (await import('./tags.ts')).handleUpdateSharingTag),
  deleteSharingTag: later(async () => (await import('./tags.ts')).handleDeleteSharingTag),
  listSeriesSharingTags: later(async () => (await import('./series-tags.ts')).handleListSeriesSharingTags),
  replaceSeriesSharingTags: later(async () => (await import('./series-tags.ts')).handleReplaceSeriesSharingTags),
  addSeriesSharingTag: later(async () => (await import('./series-tags.ts')).handleAddSeriesSharingTag),
  removeSeriesSharingTag: later(async () => (await import('./series-tags.ts')).handleRemoveSeriesSharingTag),
  listUserSharingTags: later(async () => (await import('./grants.ts')).handleListUserSharingTags),
  setUserSharingTag: later(async () => (await import('./grants.ts')).handleSetUserSharingTag),
  removeUserSharingTag: later(async () => (await import('./grants.ts')).handleRemoveUserSharingTag),
  listOwnSharingTags: later(async () => (await import('./grants.ts')).handleListOwnSharingTags),
};
