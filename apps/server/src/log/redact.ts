const REDACTED = '[redacted]';

/** Fields whose values are always redacted. Ids and counts of secrets are not secret. */
const SECRET_FIELD =
  /^(.*[-_. ])?(password|passwd|passphrase|pwd|secret|token|authorization|cookie|cookies|credentials?|api[-_]?key|jwt|signature)s?$|(Password|Secret|Token|ApiKey|Cookie|Credentials?)s?$/i;

const MAY_BE_SECRET = /(?:pass|pwd|secret|token|authorization|cookie|credential|api[-_]?key|jwt|signature)[^"]{0,12}$/i;

/** Field names are few and repeat in every line, so results are cached. */
const MAX_NAMES = 512;
const MAX_NAME_LENGTH = 64;
const judgedNames = new Map<string, boolean>();

function mayBeSecret(name: string): boolean {
  const judged = judgedNames.get(name);
  if (judged !== undefined) return judged;
  const isSuspect = MAY_BE_SECRET.test(name);
  if (name.length <= MAX_NAME_LENGTH && judgedNames.size < MAX_NAMES) judgedNames.set(name, isSuspect);
  return isSuspect;
}

/** Whether a line may contain such a field. In JSON only the end of a name has this pair of characters. */
function mayContainField(line: string): boolean {
  for (let end = line.indexOf('":'); end !== -1; end = line.indexOf('":', end + 1)) {
    const start = end === 0 ? 0 : line.lastIndexOf('"', end - 1) + 1;
    if (mayBeSecret(line.slice(start, end))) return true;
  }
  return false;
}

/**
 * Secrets by format, anywhere in a line. 1 API key; 2 JWT; 3 refresh token; 4 credentials of `Authorization`; 5 our
 * cookie; 6 user info of a URL; 7 query of a URL; 8 fragment of a link; 9 other text as random as a key.
 */
const SECRET_TEXT = new RegExp(
  [
    String.raw`\bsvc_[a-z0-9]+_[A-Za-z0-9]+`,
    String.raw`\beyJ[\w-]+\.[\w-]+\.[\w-]*`,
    String.raw`\b[0-9a-f]{8}-[0-9a-f-]{27}\.\d{1,9}\.[\w-]{20,}`,
    String.raw`(?<=\b(?:Bearer|Basic) )[\w+/.~=-]{4,}`,
    String.raw`(?<=\blectern_\w{1,20}=)[^;\s"\\]+`,
    String.raw`(?<=\w:\/\/)[^\s"\\/@]+(?=@)`,
    String.raw`(?<=[\w/.~-]\?)[\w.~%[\]-]+=[^\s"\\]*`,
    String.raw`(?<=[\w/]#)[\w-]{20,}`,
    String.raw`(?<![\w+-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{40,}(?![\w-])`,
  ].join('|'),
  'g',
);

/** A line without one of these signs, or a long text, contains none of them. */
const SIGNS = ['svc_', 'eyJ', 'Bearer ', 'Basic ', 'lectern_', '://', '?', '#'];
const KEY_LENGTH = 40;

/** Whether a character can be part of a key, by its code. */
const IN_KEY = Uint8Array.from({ length: 128 }, (_, code) => (/[\w-]/.test(String.fromCharCode(code)) ? 1 : 0));

function isInKey(line: string, at: number): boolean {
  return IN_KEY[line.charCodeAt(at)] === 1;
}

/** Whether a line has a text as long as a key. It samples every fortieth character, and looks around it. */
function containsLongText(line: string): boolean {
  for (let at = KEY_LENGTH - 1; at < line.length; at += KEY_LENGTH) {
    if (!isInKey(line, at)) continue;
    let start = at;
    while (start > 0 && isInKey(line, start - 1)) start -= 1;
    let end = at + 1;
    while (end - start < KEY_LENGTH && isInKey(line, end)) end += 1;
    if (end - start >= KEY_LENGTH) return true;
  }
  return false;
}

function mayContainText(line: string): boolean {
  return SIGNS.some((sign) => line.includes(sign)) || containsLongText(line);
}

const MAX_DEPTH = 8;

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.map((item: unknown) => cleaned(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => {
      const isHidden = SECRET_FIELD.test(name) && inside !== null && typeof inside !== 'number' && inside !== false;
      return [name, isHidden ? REDACTED : cleaned(inside, depth + 1)];
    }),
  );
}

function withoutFields(line: string): string {
  if (!mayContainField(line)) return line;
  try {
    return `${JSON.stringify(cleaned(JSON.parse(line), 0))}\n`;
  } catch {
    // An unreadable line cannot be checked.
    return `${JSON.stringify({ level: 50, msg: REDACTED })}\n`;
  }
}

/**
 * Makes a function that redacts a log line, one JSON object: fields with telling names at any depth, texts that look
 * like secrets, and known secrets.
 * @param known secrets of the configuration; short ones are ignored, since other words contain them
 */
export function createRedaction(known: readonly string[]): (line: string) => string {
  const MIN_LENGTH = 6;
  // As JSON and URLs spell them.
  const forms = known
    .filter(({ length }) => length >= MIN_LENGTH)
    .flatMap((secret) => [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  const texts = [...new Set(forms)];
  return (line) => {
    let clean = withoutFields(line);
    if (mayContainText(clean)) clean = clean.replace(SECRET_TEXT, REDACTED);
    for (const secret of texts) if (clean.includes(secret)) clean = clean.replaceAll(secret, REDACTED);
    return clean;
  };
}

/**
 * The message of an unexpected error for users. Paths of system errors are removed: `EACCES: permission denied, open
 * '/srv/…'` becomes `EACCES: permission denied, open`.
 */
export function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error';
  return /^(E[A-Z0-9]+: [^']+) '/.exec(error.message)?.[1] ?? error.message;
}
