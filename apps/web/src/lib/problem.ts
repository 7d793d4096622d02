import { t } from '@lingui/core/macro';
import { ApiError, isAway } from './api.ts';
import { leavesNoTrace } from './viewing.ts';

/** An error for people. */
export interface Problem {
  readonly title: string;
  readonly text: string;
  /** Whether a retry may help. */
  readonly retry: boolean;
}

const AWAY: Problem = {
  title: t`The server does not answer`,
  text: t`Check that it is running and that you are online.`,
  retry: true,
};

const BY_STATUS: Readonly<Record<number, Problem>> = {
  403: {
    title: t`You do not have access to this`,
    text: t`Ask an admin of this server for access.`,
    retry: false,
  },
  404: { title: t`Not found`, text: t`It may have been deleted or moved.`, retry: false },
  429: { title: t`Too many requests`, text: t`Wait a moment, then try again.`, retry: true },
  500: { title: t`The server had a problem`, text: t`Try again. The log of the server says more.`, retry: true },
  503: { title: t`The server is busy`, text: t`Wait a moment, then try again.`, retry: true },
};

const MISTYPED: Problem = { title: t`Not found`, text: t`The address may be old or mistyped.`, retry: false };

const UNKNOWN: Problem = { title: t`Something went wrong`, text: t`Trying again may help.`, retry: true };

/** The server names the invalid part of a request. Users cannot fix a path parameter. */
const IN_THE_PATH = /^"[^"]*" in the path /;

/**
 * Whether the server says what the user can do about a refusal. A 403 says so where it names a field, such as a second factor that
 * is missing; others name permissions.
 */
function isExplained(error: ApiError): boolean {
  if (error.status === 403) return Object.keys(fieldProblems(error)).length > 0;
  return error.status === 400 || error.status === 409;
}

/** Converts any error to text; keeps the server's message for a refused request. */
export function describeProblem(error: unknown): Problem {
  if (!(error instanceof ApiError)) return UNKNOWN;
  if (error.status === 400 && IN_THE_PATH.test(error.message)) return MISTYPED;
  if (isExplained(error) || error.status === 507) {
    return { title: t`That did not work`, text: getMessage(error), retry: false };
  }
  // The server says that nothing can be changed now, which no other admin can help with.
  if (error.status === 403 && leavesNoTrace()) return { title: t`Read only`, text: getMessage(error), retry: false };
  if (isAway(error)) return AWAY;
  return BY_STATUS[error.status] ?? UNKNOWN;
}

/** One sentence for a form or a toast. */
export function problemSentence(error: unknown): string {
  if (error instanceof ApiError && isExplained(error)) return getMessage(error);
  const { title, text } = describeProblem(error);
  return t`${title}. ${text}`;
}

/** Server errors by field path; empty when no field is named. */
export function fieldProblems(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return {};
  const details: readonly unknown[] = error.details;
  return Object.fromEntries(details.flatMap(readDetail));
}

/** Server errors outside of fields that show their own. */
export function generalProblem(error: unknown, isShown: (path: string) => boolean = () => true): string | undefined {
  if (error === null || Object.keys(fieldProblems(error)).some(isShown)) return undefined;
  return problemSentence(error);
}

function readDetail(detail: unknown): [string, string][] {
  if (typeof detail !== 'object' || detail === null || !('path' in detail) || !('message' in detail)) return [];
  const { path, message } = detail;
  return typeof path === 'string' && typeof message === 'string' ? [[path, sentence(message)]] : [];
}

function getMessage(error: ApiError): string {
  const first = Object.entries(fieldProblems(error))[0];
  return first === undefined ? sentence(error.message) : first[1];
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
}
