import { describe, expect, it } from 'vitest';
import { describeAudit, findObstacles } from './describe-audit.ts';
import { runTool } from './run-tool.ts';

const dependencies = { prod: 2, dev: 1, optional: 0, peer: 0, peerOptional: 0, total: 3 };

const REPORT = {
  auditReportVersion: 2,
  vulnerabilities: {
    low: {
      name: 'low',
      severity: 'low',
      isDirect: false,
      via: ['high'],
      effects: [],
      range: '*',
      nodes: ['node_modules/low'],
      fixAvailable: false,
    },
    high: {
      name: 'high',
      severity: 'high',
      isDirect: true,
      via: [
        { source: 1, name: 'high', title: 'It explodes', url: 'https://example.org/1', severity: 'high', range: '<2' },
      ],
      effects: ['low'],
      range: '<2.0.0',
      nodes: ['node_modules/high'],
      fixAvailable: { name: 'high', version: '2.0.0', isSemVerMajor: true },
    },
  },
  metadata: { vulnerabilities: { info: 0, low: 1, moderate: 0, high: 1, critical: 0, total: 2 }, dependencies },
};

describe('the report of known vulnerabilities', () => {
  it('names each package with what is wrong and what mends it, the worst first', () => {
    expect(describeAudit(JSON.stringify(REPORT))).toEqual([
      'high     high <2.0.0: mended by high 2.0.0',
      '         It explodes (https://example.org/1)',
      'low      low *: not mended yet',
      '         through high',
      'audit: 2 of 3 packages have known vulnerabilities',
    ]);
    const clean = { ...REPORT, vulnerabilities: {} };
    expect(describeAudit(JSON.stringify(clean))).toEqual(['audit: 0 of 3 packages have known vulnerabilities']);
  });

  it('stops a release with a package whose vulnerability another version mends', () => {
    const output = JSON.stringify(REPORT);
    expect(findObstacles(output, new Set(['high', 'other']))).toEqual([
      'high     high <2.0.0: mended by high 2.0.0',
      '         It explodes (https://example.org/1)',
    ]);
    // A tool that is in no release, and what no version mends, wait.
    expect(findObstacles(output, new Set(['low', 'other']))).toEqual([]);
    expect(findObstacles('', new Set())).toEqual(['audit: no report: npm audit gave none in time']);
  });

  it('says why there is none: no network, another answer, or none in time', async () => {
    const refused = { message: 'request to https://registry.example/ failed', error: { summary: '', detail: '' } };
    expect(describeAudit(JSON.stringify(refused))).toEqual([
      'audit: no report: request to https://registry.example/ failed',
    ]);
    const late = await runTool({
      command: ['-e', 'process.stdout.write("{"); setInterval(() => undefined, 1000)'],
      cwd: import.meta.dirname,
      limitMs: 50,
      isQuiet: true,
    });
    for (const output of ['', '<html>', '{}', late.output]) {
      expect(describeAudit(output)).toEqual(['audit: no report: npm audit gave none in time']);
    }
  });
});
