import { z } from 'zod';

const Severity = z.enum(['critical', 'high', 'moderate', 'low', 'info']);

const Advisory = z.object({ title: z.string(), url: z.string(), severity: Severity });

const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: Severity,
      range: z.string(),
      /** Advisories, or names of the affected packages. */
      via: z.array(z.union([z.string(), Advisory])),
      fixAvailable: z.union([z.boolean(), z.object({ name: z.string(), version: z.string() })]),
    }),
  ),
  metadata: z.object({ dependencies: z.object({ total: z.int() }) }),
});

const Failure = z.object({ message: z.string() });

type Vulnerability = z.infer<typeof Report>['vulnerabilities'][string];

function describeFix({ fixAvailable }: Vulnerability): string {
  if (typeof fixAvailable === 'object') return `mended by ${fixAvailable.name} ${fixAvailable.version}`;
  return fixAvailable ? 'mended by a newer version' : 'not mended yet';
}

function formatLines(name: string, vulnerability: Vulnerability): string[] {
  const { severity, range, via } = vulnerability;
  const reasons = via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} (${one.url})`));
  return [
    `${severity.padEnd(8)} ${name} ${range}: ${describeFix(vulnerability)}`,
    ...reasons.map((one) => `         ${one}`),
  ];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * What stops a release: released packages with a known vulnerability that another version mends, or a missing report.
 * @param output of `npm audit --json`
 * @param released names of the packages in the release
 */
export function findObstacles(output: string, released: ReadonlySet<string>): readonly string[] {
  const report = Report.safeParse(parse(output));
  if (!report.success) return describeAudit(output);
  const found = Object.entries(report.data.vulnerabilities);
  return found
    .filter(([name, { fixAvailable }]) => released.has(name) && fixAvailable !== false)
    .flatMap(([name, vulnerability]) => formatLines(name, vulnerability));
}

/**
 * Findings of `npm audit --json` as lines, worst first; or why there is no report.
 * @param output complete or partial output
 */
export function describeAudit(output: string): readonly string[] {
  const printed = parse(output);
  const report = Report.safeParse(printed);
  if (!report.success) {
    const failure = Failure.safeParse(printed);
    return [`audit: no report: ${failure.success ? failure.data.message : 'npm audit gave none in time'}`];
  }
  const { vulnerabilities, metadata } = report.data;
  const rank = ({ severity }: Vulnerability): number => Severity.options.indexOf(severity);
  const found = Object.entries(vulnerabilities).toSorted(([, one], [, other]) => rank(one) - rank(other));
  const count = `${String(found.length)} of ${String(metadata.dependencies.total)} packages have known vulnerabilities`;
  return [...found.flatMap(([name, vulnerability]) => formatLines(name, vulnerability)), `audit: ${count}`];
}
