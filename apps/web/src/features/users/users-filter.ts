import type { Role } from '@lectern/contract';

/** Account filter in the address. */
export interface UsersFilter {
  readonly q?: string;
  readonly role?: Role;
  readonly state?: 'active' | 'inactive';
  /** From 1; absent on the first page. */
  readonly page?: number;
  readonly add?: true;
}
