import type { Permission, Role } from '@lectern/contract';
import type { Sight } from '#db/repos/rows/viewer-scope.ts';

export { seesAll, sightName } from '#db/repos/rows/viewer-scope.ts';

interface ViewerKey {
  readonly id: string;
  readonly name: string;
  /** Whether it has all permissions of its owner. */
  readonly followsOwner: boolean;
  /** Epoch milliseconds; null for never. */
  readonly expiresAt: number | null;
}

/** The admin who sees the app as another account does. */
interface Viewing {
  readonly userId: string;
  readonly username: string;
  /** Epoch milliseconds; past when the view is over, and was not ended: then the viewer is the admin. */
  readonly endsAt: number;
  /** The parent of a child profile that is seen. */
  readonly parentId: string | null;
}

/** The parent of a child profile that a session has open. */
interface ProfileOwner {
  readonly userId: string;
  readonly username: string;
  /** Whether leaving asks for a PIN or the password. */
  readonly hasPin: boolean;
}

/** Who pays for a request: the owner of the session, whatever account it shows. */
export function getPayer({ userId, viewedBy, profileOf }: Viewer): string {
  return viewedBy?.userId ?? profileOf?.userId ?? userId;
}

/** Whether a change of an account reaches a viewer: its own, that of the admin behind it, or that of its parent, also in a view. */
export function dependsOn({ userId, viewedBy, profileOf }: Viewer, accountId: string): boolean {
  return [userId, viewedBy?.userId, viewedBy?.parentId, profileOf?.userId].includes(accountId);
}

/** The user of a request. Every read of the catalog takes it. */
export interface Viewer extends Sight {
  readonly userId: string;
  readonly username: string;
  readonly role: Role;
  /** Permissions of the credential of this request; `SystemAdmin` is expanded to all. */
  readonly permissions: ReadonlySet<Permission>;
  /** Null unless the credential is a JWT or cookie. */
  readonly sessionId: string | null;
  /** Absent unless the credential is an API key. */
  readonly apiKey?: ViewerKey;
  /** Set while an admin sees the app as this user does: then the viewer changes nothing. */
  readonly viewedBy?: Viewing;
  /** Absent unless it has no account: no row has its `userId`, and it reads only. */
  readonly isGuest?: true;
  /** Set while the user is a child profile in a session of its parent. */
  readonly profileOf?: ProfileOwner;
}
