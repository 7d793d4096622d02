/** Whoever waited for the event loop has been noted within its next turn: more time means that nobody did. */
const PRESENT_MS = 50;

let askedAt = Number.NEGATIVE_INFINITY;

/** To be called with every request, of any server of this process. */
export function noteAsked(): void {
  askedAt = performance.now();
}

/** Whether somebody asked for something just now, and may again. */
export function isSomebodyThere(): boolean {
  return performance.now() - askedAt < PRESENT_MS;
}
