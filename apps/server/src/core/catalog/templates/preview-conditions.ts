import type { ConditionsResult, ConditionsTest } from '@lectern/contract';
import { z } from 'zod';
import { type Conditions, parseConditions, evaluateConditions } from '#core/rules/templates/conditions.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { visibleSeries } from '#db/repos/rows/visibility.ts';
import { say } from '#words/say.ts';
import { checkConfig } from '../libraries/strategy-config.ts';
import { getSeriesContext } from './try-template.ts';
import { invalidFields } from '#core/invalid-field.ts';

const Json = z.json();

function readConditions(given: ConditionsTest['conditions'], stored: string | null): Conditions {
  if (given === undefined) return parseConditions(stored === null ? null : JSON.parse(stored));
  const checked = checkConfig('autoMatchConditions', given);
  if (checked.ok) return parseConditions(checked.config);
  const details = checked.complaints.map(({ path, message }) => ({
    path: path.replace(/^autoMatchConditions/, 'conditions'),
    message,
  }));
  const [first] = details;
  throw invalidFields(first ?? { path: 'conditions', message: say('cannot be read') }, details);
}

/**
 * Checks a series against the given conditions, or against those of its library.
 * @throws {AppError} `NotFound`, or `BadRequest` for invalid conditions
 */
export async function previewConditions(
  { db }: { readonly db: Database },
  viewer: Viewer,
  seriesId: string,
  { conditions: given }: ConditionsTest,
): Promise<ConditionsResult> {
  const context = await getSeriesContext({ db }, viewer, seriesId);
  const library = await visibleSeries(db.read, viewer, { includeDeleted: true })
    .innerJoin('library', 'library.id', 'series.libraryId')
    .select('library.autoMatchConditions')
    .where('series.id', '=', seriesId)
    .executeTakeFirst();
  const conditions = readConditions(given, library?.autoMatchConditions ?? null);
  const { passed, rules } = evaluateConditions(conditions, context);
  return {
    passed,
    mode: conditions.mode,
    rules: rules.map(({ rule, actual, passed: isMet }) => ({
      field: rule.field,
      operator: rule.operator,
      value: rule.value ?? null,
      actual: Json.parse(actual),
      passed: isMet,
    })),
  };
}
