import type { Role } from '@lectern/contract';

/** Which accounts the page shows, as its address says it; what is absent does not matter. */
export interface UsersFilter {
  readonly q?: string;
  readonly role?: Role;
  readonly state?: 'active' | 'inactive';
  /** From 1, which is left out. */
  readonly page?: number;
  /** The form for another account is open. */
  readonly add?: true;
}
