import type { Role } from '@lectern/contract';

/** Account filter in the address. */
export interface UsersFilter {
  readonly q?: string;
  readonly role?: Role;
  readonly state?: 'active' | 'inactive';
  /** From 1; absent on the first page. */
  readonly page?: number;
  /** Opens the dialog for a new account. */
  readonly add?: true;
}
