import type { DocumentAnswer, StatusAnswer } from '../door.ts';

/** A JSON answer. @param status 200 unless given */
export function json(value: unknown, status = 200): DocumentAnswer {
  return { kind: 'document', contentType: 'application/json', text: JSON.stringify(value), status };
}

/** What was asked for is done later, by a task. */
export const ACCEPTED: StatusAnswer = { kind: 'status', status: 202 };
