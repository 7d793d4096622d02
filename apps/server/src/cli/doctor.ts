import { ConfigError } from '#config/read-config-file.ts';
import { examine } from '#core/activities/doctor/examine.ts';
import { type Finding, problem } from '#core/activities/doctor/finding.ts';
import { CONFIG_OPTIONS, readCommandConfig, parseArguments } from './arguments.ts';

const MARKS = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' } as const;

function toText({ area, state, message, advice }: Finding): string {
  const line = `${MARKS[state]}  ${area}: ${message}`;
  return advice === null ? line : `${line}\n         → ${advice}`;
}

function formatSummary(findings: readonly Finding[]): string {
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  if (problems + warnings === 0) return 'All is well';
  return `${String(problems)} ${problems === 1 ? 'problem' : 'problems'}, ${String(warnings)} ${warnings === 1 ? 'warning' : 'warnings'}`;
}

/** `lectern doctor`: checks everything the server needs. Exits with 1 when there is a problem. */
export async function doctor(args: readonly string[]): Promise<void> {
  const { values } = parseArguments(args, {
    ...CONFIG_OPTIONS,
    host: { type: 'string' },
    port: { type: 'string' },
    mail: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  let findings: readonly Finding[];
  try {
    findings = await examine(readCommandConfig(values), { mail: values.mail });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice = 'See docs/configuration.md; nothing else can be looked at before';
    findings = [{ area: 'configuration', ...problem(error.message, advice) }];
  }
  const isWell = findings.every(({ state }) => state !== 'problem');
  if (values.json) console.log(JSON.stringify({ ok: isWell, findings }, null, 2));
  else console.log([...findings.map(toText), '', formatSummary(findings)].join('\n'));
  if (!isWell) process.exitCode = 1;
}
