import type { z } from 'zod';
import { say } from '#words/say.ts';

type RawIssue = z.core.$ZodRawIssue;

function explainType(expected: string): string {
  switch (expected) {
    case 'string':
      return say('must be a text');
    case 'number':
      return say('must be a number');
    case 'int':
      return say('must be a whole number');
    case 'boolean':
      return say('must be true or false');
    case 'array':
      return say('must be a list');
    case 'object':
    case 'record':
      return say('must be an object');
    default:
      return say('must be of the type {type}', { type: expected });
  }
}

function explainFormat(format: string): string | undefined {
  switch (format) {
    case 'guid':
    case 'uuid':
      return say('must be a UUID');
    case 'datetime':
      return say('must be a date and time such as 2026-01-31T12:00:00.000Z');
    default:
      return undefined;
  }
}

function explainLeast(origin: string, min: number): string {
  if (origin === 'string') {
    return min === 1
      ? say('must not be empty')
      : say('must have at least {min, plural, one {# character} other {# characters}}', { min });
  }
  if (origin !== 'array' && origin !== 'set') return say('must be {min} or more', { min });
  return say('must have at least {min, plural, one {# entry} other {# entries}}', { min });
}

function explainMost(origin: string, max: number): string {
  if (origin === 'string')
    return say('must have at most {max, plural, one {# character} other {# characters}}', { max });
  if (origin !== 'array' && origin !== 'set') return say('must be {max} or less', { max });
  return say('must have at most {max, plural, one {# entry} other {# entries}}', { max });
}

/** What a value must be, to be shown under its field; undefined keeps the message of the shape. An error map of zod. */
export function explainIssue(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? say('is missing') : explainType(issue.expected);
    case 'invalid_value':
      return say('must be one of {choices}', { choices: issue.values.map(String).join(', ') });
    case 'invalid_format':
      return explainFormat(issue.format);
    case 'too_small':
      return explainLeast(issue.origin, Number(issue.minimum));
    case 'too_big':
      return explainMost(issue.origin, Number(issue.maximum));
    default:
      return undefined;
  }
}
