import type { Permission, Role } from '@lectern/contract';

/** Who asks. Made once a request by the door; every catalog read takes it. */
export interface Viewer {
  readonly userId: string;
  readonly username: string;
  readonly role: Role;
  /** Effective for this request's credential; `SystemAdmin` has been expanded to all. */
  readonly permissions: ReadonlySet<Permission>;
  /** The session of a JWT or cookie; null for other credentials. */
  readonly sessionId: string | null;
  /** The libraries this viewer may see; undefined for all. */
  readonly libraryIds?: readonly string[] | undefined;
}
