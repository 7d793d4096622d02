import { RE2JS, RE2JSException } from 're2js';

interface PatternMatch {
  readonly text: string;
  readonly first: string | undefined;
  readonly named: Readonly<Record<string, string>>;
}

/**
 * A user's regular expression in the dialect of RE2, which runs in linear time: named groups `(?P<name>…)` or `(?<name>…)` and
 * leading flags `(?i)`, but no look-around or back-references.
 */
export interface Pattern {
  readonly find: (text: string) => PatternMatch | undefined;
  readonly test: (text: string) => boolean;
  /** Replaces every match; `$1`, `$name` and `${name}` mean groups (empty when missing), `$$` a dollar sign. */
  readonly replaceAll: (text: string, replacement: string) => string;
  readonly groupNames: readonly string[];
}

type CompiledPattern =
  | { readonly ok: true; readonly pattern: Pattern }
  | { readonly ok: false; readonly message: string };

/** Instructions of a compiled pattern: nested repeats grow without bound. */
const MAX_PROGRAM = 5_000;
/** Characters of a text that patterns see. */
const MAX_TEXT = 4_000;

const REFERENCE = /\$(?:(\d{1,2})|\{(\w{1,64})\}|([A-Za-z_]\w{0,63})|\$)/g;

function toPattern(expression: RE2JS): Pattern {
  const names = expression.namedGroups();
  const count = expression.groupCount();
  const groupAt = (groups: readonly (string | null)[], key: string | number): string => {
    const index = typeof key === 'number' ? key : (names[key] ?? -1);
    return groups[index] ?? '';
  };

  return {
    groupNames: Object.keys(names),
    test: (text) => expression.test(text.slice(0, MAX_TEXT)),
    find: (text) => {
      const matcher = expression.matcher(text.slice(0, MAX_TEXT));
      if (!matcher.find()) return undefined;
      const found = Object.keys(names).map((name) => [name, matcher.group(name)] as const);
      return {
        text: matcher.group(0) ?? '',
        first: count > 0 ? (matcher.group(1) ?? undefined) : undefined,
        named: Object.fromEntries(found.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
      };
    },
    replaceAll: (text, replacement) => {
      const input = text.slice(0, MAX_TEXT);
      const matcher = expression.matcher(input);
      let made = '';
      let end = 0;
      while (matcher.find()) {
        const groups = Array.from({ length: count + 1 }, (_, index) => matcher.group(index));
        made += input.slice(end, matcher.start());
        made += replacement.replace(REFERENCE, (_, number?: string, braced?: string, bare?: string) => {
          const key = number ?? braced ?? bare;
          if (key === undefined) return '$';
          return groupAt(groups, /^\d+$/.test(key) ? Number(key) : key);
        });
        end = matcher.end();
      }
      return made + input.slice(end) + text.slice(MAX_TEXT);
    },
  };
}

/** Compiles a pattern of a library's settings. */
export function compilePattern(text: string): CompiledPattern {
  try {
    const expression = RE2JS.compile(text);
    if (expression.programSize() > MAX_PROGRAM) return { ok: false, message: 'repeats too much' };
    return { ok: true, pattern: toPattern(expression) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { ok: false, message: error.message.replace(/^error parsing regexp: /, '') };
  }
}

/** Compiles patterns, without the invalid ones. */
export function compilePatterns(texts: readonly string[]): Pattern[] {
  return texts.map(compilePattern).flatMap((compiled) => (compiled.ok ? [compiled.pattern] : []));
}
