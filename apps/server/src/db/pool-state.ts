/** Connections to the database: open ones, of these the idle ones, requests that wait for one, and how many there may be. */
export interface PoolState {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  readonly max: number;
}
