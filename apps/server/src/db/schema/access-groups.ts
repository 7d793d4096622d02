/** A group of users who may see the same. */
export interface AccessGroupTable {
  id: string;
  name: string;
  /** By `nameKey`; unique. */
  nameKey: string;
  description: string | null;
  /** 1: every library, also future ones; 0: those of `accessGroupLibrary`. */
  allLibraries: number;
  /** In years; null for every age. */
  maxAge: number | null;
  /** 1: with an age limit, series without a rating are seen. */
  showsUnrated: number;
  createdAt: number;
  updatedAt: number;
}

/** A library that members may see. */
export interface AccessGroupLibraryTable {
  groupId: string;
  libraryId: string;
}

/** The access of members by a sharing tag. */
export interface AccessGroupTagTable {
  groupId: string;
  tagId: string;
  /** `allow` or `deny`. */
  accessMode: string;
  createdAt: number;
}

/** A user in a group. */
export interface AccessGroupMemberTable {
  groupId: string;
  userId: string;
  /** `manual`, or `oidc` where a sign-in added them. */
  source: string;
  createdAt: number;
}

/** A group of a sign-in provider whose users become members. */
export interface AccessGroupMappingTable {
  id: string;
  groupId: string;
  oidcGroupName: string;
  createdAt: number;
}
