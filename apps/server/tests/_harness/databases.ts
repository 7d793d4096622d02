/** The databases that every server test runs on. */
export const databases = ['sqlite', 'postgres'] as const;

export type DatabaseKind = (typeof databases)[number];
