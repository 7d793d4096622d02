import { z } from 'zod';
import { OPERATORS } from '#core/rules/templates/conditions.ts';
import { compilePattern } from '#core/rules/text/pattern.ts';
import { findTemplateFault } from '#core/rules/templates/render-template.ts';
import { say } from '#words/say.ts';
import { invalidFields } from '#core/invalid-field.ts';

/** One fault of a request body. */
export interface Complaint {
  /** Of the field, with dots. */
  readonly path: string;
  readonly message: string;
}

/** Refuses a body that has a fault. @throws {AppError} `BadRequest` that names the first fault and lists all */
export function refuse(complaints: readonly Complaint[]): void {
  const [first] = complaints;
  if (first === undefined) return;
  throw invalidFields(first, complaints);
}

/** Why a text is no valid pattern; undefined for a valid one. */
export function findPatternFault(text: string): string | undefined {
  const compiled = compilePattern(text);
  return compiled.ok ? undefined : say('must be a regular expression ({reason})', { reason: compiled.message });
}

/** A text without a fault. @param findFault gives the message */
function checkedText(maxLength: number, findFault: (text: string) => string | undefined) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .superRefine((text, check) => {
      const message = findFault(text);
      if (message !== undefined) check.addIssue({ code: 'custom', message });
    });
}

const Pattern = checkedText(1_000, findPatternFault);
const Patterns = z.array(Pattern).max(100);
const Template = checkedText(10_000, findTemplateFault);

/** Options of all strategies: those of another strategy are kept, so that a switch of strategies loses nothing. */
const SeriesConfig = z.strictObject({
  filenamePatterns: Patterns.optional(),
  requireMetadata: z.boolean().optional(),
  skipDepth: z.int().min(0).max(32).optional(),
  storeSkippedAs: z.string().max(64).nullable().optional(),
  stripIdSuffix: z.boolean().optional(),
  seriesMode: z.enum(['standalone', 'by_author', 'from_metadata']).optional(),
  readOpfMetadata: z.boolean().optional(),
  authorFromFolder: z.boolean().optional(),
  pattern: Pattern.optional(),
  seriesNameTemplate: z.string().min(1).max(1000).optional(),
  contextTemplate: Template.nullable().optional(),
});

const BookConfig = z.strictObject({
  additionalGenericPatterns: Patterns.optional(),
  pattern: Pattern.optional(),
  titleTemplate: z.string().min(1).max(1000).nullable().optional(),
  contextTemplate: Template.nullable().optional(),
  fallback: z.enum(['filename', 'metadata_first', 'smart', 'series_name']).optional(),
});

const AutoMatchConditions = z.strictObject({
  mode: z.enum(['all', 'any']).optional(),
  rules: z
    .array(
      z
        .strictObject({ field: z.string().min(1).max(200), operator: z.enum(OPERATORS), value: z.json().optional() })
        .superRefine(({ operator, value }, check) => {
          if (operator !== 'matches') return;
          const message = typeof value === 'string' ? findPatternFault(value) : say('must be a regular expression');
          if (message !== undefined) check.addIssue({ code: 'custom', path: ['value'], message });
        }),
    )
    .max(100)
    .optional(),
});

const CONFIGS = {
  seriesConfig: SeriesConfig,
  bookConfig: BookConfig,
  autoMatchConditions: AutoMatchConditions,
} as const;

export type ConfigName = keyof typeof CONFIGS;
export const CONFIG_NAMES: readonly ConfigName[] = ['seriesConfig', 'bookConfig', 'autoMatchConditions'];

type CheckedConfig =
  | { readonly ok: true; readonly config: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly complaints: readonly Complaint[] };

function camelCase(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Checks a configuration. Its keys may be in snake_case, and become camelCase. */
export function checkConfig(name: ConfigName, given: Readonly<Record<string, unknown>>): CheckedConfig {
  const translated = Object.fromEntries(Object.entries(given).map(([key, value]) => [camelCase(key), value]));
  const result = CONFIGS[name].safeParse(translated);
  if (result.success) return { ok: true, config: result.data };
  const known = Object.keys(CONFIGS[name].shape).join(', ');
  const complaints = result.error.issues.map((issue) => ({
    path: [name, ...issue.path].join('.'),
    message:
      issue.code === 'unrecognized_keys' && issue.path.length === 0
        ? `has the unknown key ${issue.keys.map((key) => `"${key}"`).join(', ')}; valid are ${known}`
        : issue.message,
  }));
  return { ok: false, complaints };
}
