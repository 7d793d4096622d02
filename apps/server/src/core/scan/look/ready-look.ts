import { readyWalk } from '#files/walk/walk.ts';

/** Has what looks through folders start beside the loading of the scan itself. */
export function readyLook(): void {
  readyWalk();
}
