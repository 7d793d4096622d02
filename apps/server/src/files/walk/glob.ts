/** One part of a glob. */
export type Token =
  | { readonly kind: 'text'; readonly char: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly (readonly [string, string])[] };

/** Alternatives of braces multiply; a line with more is invalid. */
const MAX_ALTERNATIVES = 64;
/** Pairs of braces expanded for one line. */
const MAX_STEPS = 128;

/** Expands the braces at `open`; undefined when they do not close. */
function splitBraces(pattern: string, open: number): string[] | undefined {
  let depth = 0;
  let start = open + 1;
  const parts: string[] = [];
  for (let index = open; index < pattern.length; index += 1) {
    const char = pattern[index];
    if (char === '{') depth += 1;
    if (char === ',' && depth === 1) {
      parts.push(pattern.slice(start, index));
      start = index + 1;
    }
    if (char !== '}') continue;
    depth -= 1;
    if (depth > 0) continue;
    parts.push(pattern.slice(start, index));
    if (parts.length > MAX_ALTERNATIVES) return undefined;
    return parts.map((part) => pattern.slice(0, open) + part + pattern.slice(index + 1));
  }
  return undefined;
}

/**
 * Expands `{a,b}` into separate patterns; undefined for unbalanced braces or too many alternatives. Expands one pair at
 * a time, so that explosive patterns stop early.
 */
export function expandBraces(pattern: string): string[] | undefined {
  const expanded: string[] = [];
  const waiting = [pattern];
  for (let steps = 0; waiting.length > 0; steps += 1) {
    if (steps > MAX_STEPS || waiting.length + expanded.length > MAX_ALTERNATIVES) return undefined;
    const next = waiting.pop() ?? '';
    const open = next.indexOf('{');
    const parts = open === -1 ? [] : splitBraces(next, open);
    if (parts === undefined || (open === -1 && next.includes('}'))) return undefined;
    if (open === -1) expanded.push(next);
    else waiting.push(...parts.toReversed());
  }
  return expanded;
}

/** `[a-z]`, `[!a]`; undefined when it does not close. */
function readClass(pattern: string, at: number): { readonly token: Token; readonly next: number } | undefined {
  const negated = pattern[at + 1] === '!' || pattern[at + 1] === '^';
  const first = at + (negated ? 2 : 1);
  // A bracket in first place is literal.
  const close = pattern.indexOf(']', first + 1);
  if (close === -1) return undefined;
  const ranges: (readonly [string, string])[] = [];
  for (let index = first; index < close; index += 1) {
    const low = pattern.charAt(index);
    const isRange = pattern[index + 1] === '-' && index + 2 < close;
    ranges.push([low, isRange ? pattern.charAt(index + 2) : low]);
    if (isRange) index += 2;
  }
  return { token: { kind: 'class', negated, ranges }, next: close + 1 };
}

/** Parts of a glob without braces; undefined when it is invalid. */
export function tokenize(pattern: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; ) {
    const char = pattern.charAt(at);
    at += 1;
    if (char === '*') {
      // Stars cross folders, so a row of stars equals one.
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
    } else if (char === '?') tokens.push({ kind: 'any' });
    else if (char === '[') {
      const found = readClass(pattern, at - 1);
      if (found === undefined) return undefined;
      tokens.push(found.token);
      at = found.next;
    } else if (char === '\\') {
      if (at >= pattern.length) return undefined;
      tokens.push({ kind: 'text', char: pattern.charAt(at) });
      at += 1;
    } else tokens.push({ kind: 'text', char });
  }
  return tokens;
}

function fits(token: Token, char: string): boolean {
  switch (token.kind) {
    case 'text':
      return token.char === char;
    case 'class':
      return token.ranges.some(([low, high]) => low <= char && char <= high) !== token.negated;
    case 'any':
    case 'star':
      return true;
  }
}

/** Takes at most text length times pattern length: a mismatch only extends the last star. */
export function matches(tokens: readonly Token[], text: string): boolean {
  let at = 0;
  let token = 0;
  let lastStar = -1;
  let starAt = 0;
  while (at < text.length) {
    const current = tokens[token];
    if (current?.kind === 'star') {
      lastStar = token;
      starAt = at;
      token += 1;
    } else if (current !== undefined && fits(current, text.charAt(at))) {
      token += 1;
      at += 1;
    } else if (lastStar !== -1) {
      token = lastStar + 1;
      starAt += 1;
      at = starAt;
    } else return false;
  }
  while (tokens[token]?.kind === 'star') token += 1;
  return token === tokens.length;
}
