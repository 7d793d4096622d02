/** What SQLite calls now and then in queries that may take long (`whileWanted`); it fails once no request waits for them. */
export const WANTED_FUNCTION = 'lectern_wanted';
