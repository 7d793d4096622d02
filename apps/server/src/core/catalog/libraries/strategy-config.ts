import { z } from 'zod';
import { OPERATORS } from '#core/rules/templates/conditions.ts';
import { compilePattern } from '#core/rules/text/pattern.ts';
import { findTemplateFault } from '#core/rules/templates/render-template.ts';

/** Why a text is no pattern, or undefined when it is one. */
export function findPatternFault(text: string): string | undefined {
  const compiled = compilePattern(text);
  return compiled.ok ? undefined : `is no regular expression: ${compiled.message}`;
}

const Pattern = z
  .string()
  .min(1)
  .max(1000)
  .superRefine((pattern, check) => {
    const message = findPatternFault(pattern);
    if (message !== undefined) check.addIssue({ code: 'custom', message });
  });
const Patterns = z.array(Pattern).max(100);
const Template = z
  .string()
  .min(1)
  .max(10_000)
  .superRefine((template, check) => {
    const message = findTemplateFault(template);
    if (message !== undefined) check.addIssue({ code: 'custom', message });
  });

/** What the strategies of a library can be told, by key. A key counts whichever strategy is chosen, so that a switch keeps it. */
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

const Operator = z.enum(OPERATORS);

const AutoMatchConditions = z.strictObject({
  mode: z.enum(['all', 'any']).optional(),
  rules: z
    .array(
      z
        .strictObject({ field: z.string().min(1).max(200), operator: Operator, value: z.json().optional() })
        .superRefine(({ operator, value }, check) => {
          if (operator !== 'matches') return;
          const message = typeof value === 'string' ? findPatternFault(value) : 'must be a regular expression';
          if (message !== undefined) check.addIssue({ code: 'custom', path: ['value'], message });
        }),
    )
    .max(100)
    .optional(),
});

/** The free-form settings of a library, with what each may hold. */
const CONFIGS = {
  seriesConfig: SeriesConfig,
  bookConfig: BookConfig,
  autoMatchConditions: AutoMatchConditions,
} as const;

export type ConfigName = keyof typeof CONFIGS;
export const CONFIG_NAMES: readonly ConfigName[] = ['seriesConfig', 'bookConfig', 'autoMatchConditions'];

/** One thing that is wrong with a request. */
export interface Complaint {
  readonly path: string;
  readonly message: string;
}

/** A configuration with its keys in camelCase, or what is wrong with it. */
export type CheckedConfig =
  | { readonly ok: true; readonly config: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly complaints: readonly Complaint[] };

function camelCase(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Checks one of the free-form settings: both spellings of a key are good, unknown keys and bad patterns not. */
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
