import { z } from 'zod';

/** First segments of the server's own URLs, of the API and of the web app. */
const OWN_ROOTS = [
  'api opds koreader health metrics kosync assets docs kobo',
  'admin book forgot-password libraries library list lists login me read register',
  'certificate join releases reset-password search series setup shared stats verify-email people',
  // Second segments of page URLs.
  'about audit backups bin children collections connections devices export import keys log metadata notifications preferences reading',
  'accessibility authors character person publisher settings tasks team upload users offline security groups sign-in',
].flatMap((names) => names.split(' '));

export const CompatPrefix = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'must be 1 to 40 small letters, digits, "-" and "_"')
  .refine((prefix) => !OWN_ROOTS.includes(prefix), 'must not be an address that this server already uses');
