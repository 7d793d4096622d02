import { t } from '@lingui/core/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { ConditionsResult, Library } from '@lectern/contract';
import { useState } from 'react';
import { request } from '#lib/api.ts';
import { fieldProblems, problemSentence } from '#lib/problem.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { SelectField } from '#ui/controls/field.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { type Conditions, conditionsBody, FIELDS, OPERATORS, takesValue, valueText } from './conditions.ts';
import css from './outlook.module.css';

/** Most series to choose from. */
const OFFERED = 100;

const offeredSeriesQuery = (libraryId: string) =>
  queryOptions({
    queryKey: ['listSeries', { libraryId, offered: OFFERED }],
    queryFn: async ({ signal }) => request('listSeries', { query: { libraryId, pageSize: OFFERED }, signal }),
  });

const trialQuery = (seriesId: string, conditions: ReturnType<typeof conditionsBody>) =>
  queryOptions({
    queryKey: ['testSeriesConditions', { seriesId, conditions }],
    queryFn: async ({ signal }) =>
      request('testSeriesConditions', {
        params: { id: seriesId },
        body: { conditions: conditions ?? {} },
        signal,
      }),
    gcTime: 0,
    retry: false,
  });

interface ConditionTrialProps {
  readonly library: Library;
  readonly conditions: Conditions;
}

/** Tests the unsaved conditions on a series of the library. */
export function ConditionTrial({ library, conditions }: ConditionTrialProps) {
  const [chosen, setChosen] = useState<string>();
  const { data: offered } = useQuery(offeredSeriesQuery(library.id));
  const body = useDebounced(conditionsBody(conditions));
  const series = offered?.data ?? [];
  const seriesId = chosen ?? series[0]?.id;
  const trial = useQuery({
    ...trialQuery(seriesId ?? '', body),
    enabled: seriesId !== undefined && body !== null,
    placeholderData: keepPreviousData,
  });
  if (seriesId === undefined || body === null) return null;
  return (
    <div className={css['trial']}>
      <SelectField
        label={t`Test conditions on`}
        value={seriesId}
        options={series.map(({ id, title }) => [id, title] as const)}
        onValue={setChosen}
      />
      <div role="status">{trial.error === null ? <Result result={trial.data} /> : <Refusal error={trial.error} />}</div>
    </div>
  );
}

function Refusal({ error }: { readonly error: Error }) {
  const isField = Object.keys(fieldProblems(error)).length > 0;
  return <Note tone={isField ? 'warning' : 'danger'}>{problemSentence(error)}</Note>;
}

function Result({ result }: { readonly result: ConditionsResult | undefined }) {
  if (result === undefined) return null;
  const { passed, rules } = result;
  return (
    <>
      <p>
        <b>{passed ? t`This series would be matched.` : t`This series would not be matched.`}</b>
      </p>
      <ul className={css['checks']}>
        {rules.map((rule, index) => (
          // a rule may appear twice
          <li key={index} data-passed={rule.passed}>
            <Icon name={rule.passed ? 'check' : 'close'} size={16} />
            <span>
              <span className="visually-hidden">{rule.passed ? t`Met:` : t`Not met:`} </span>
              {ruleWords(rule)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function ruleWords({ field, operator, value, actual }: ConditionsResult['rules'][number]): string {
  const name = FIELDS.find(([known]) => known === field)?.[1] ?? field;
  const known = OPERATORS.find(([one]) => one === operator);
  const comparison = known?.[1] ?? operator;
  const wanted = valueText(value);
  const found = valueText(actual);
  const condition =
    known !== undefined && !takesValue(known[0]) ? t`${name} ${comparison}` : t`${name} ${comparison} ${wanted}`;
  return `${condition} · ${actual === null ? t`Found: nothing` : t`Found: “${found}”`}`;
}
