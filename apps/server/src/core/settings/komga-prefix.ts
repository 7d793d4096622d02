import { z } from 'zod';

/** First parts of the server's own addresses: of programs, and of pages that people open. */
const OWN_ROOTS: readonly string[] = [
  ...['api', 'opds', 'koreader', 'health', 'metrics', 'kosync', 'assets', 'docs', 'kobo'],
  ...['admin', 'book', 'forgot-password', 'libraries', 'library', 'list', 'lists', 'login', 'me', 'read', 'register'],
  ...['releases', 'reset-password', 'search', 'series', 'setup', 'stats', 'verify-email'],
  // Second path segments of page addresses.
  ...[
    'about',
    'collections',
    'connections',
    'devices',
    'export',
    'keys',
    'metadata',
    'preferences',
    'reading',
    'settings',
  ],
  ...['tasks', 'users'],
];

/** The part of the address below which the compatible API lies. */
export const CompatPrefix = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'must be 1 to 40 small letters, digits, "-" and "_"')
  .refine((prefix) => !OWN_ROOTS.includes(prefix), 'must not be an address that this server has already');
