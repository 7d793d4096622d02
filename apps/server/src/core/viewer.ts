import type { Permission, Role } from '@lectern/contract';
import type { Sight } from '#db/repos/rows/viewer-scope.ts';

export { seesAll, sightName } from '#db/repos/rows/viewer-scope.ts';

/** The API key that a viewer asks with. */
export interface ViewerKey {
  readonly id: string;
  readonly name: string;
  /** Whether it may do whatever its owner may. */
  readonly followsOwner: boolean;
  /** Epoch milliseconds; null for never. */
  readonly expiresAt: number | null;
}

/** Who asks. Made once a request by the door; every catalog read takes it. */
export interface Viewer extends Sight {
  readonly userId: string;
  readonly username: string;
  readonly role: Role;
  /** Effective for this request's credential; `SystemAdmin` has been expanded to all. */
  readonly permissions: ReadonlySet<Permission>;
  /** The session of a JWT or cookie; null for other credentials. */
  readonly sessionId: string | null;
  /** Absent for other credentials. */
  readonly apiKey?: ViewerKey;
}
