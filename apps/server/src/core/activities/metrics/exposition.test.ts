import { describe, expect, it } from 'vitest';
import { type Family, writeExposition } from './exposition.ts';

const FAMILIES: readonly Family[] = [
  { name: 'a_build', type: 'info', help: 'What runs.', samples: [{ labels: { version: '1' }, value: 1 }] },
  {
    name: 'a_sent_bytes',
    type: 'counter',
    unit: 'bytes',
    help: 'A "quoted" back\\slash\nand line.',
    samples: [{ labels: { route: 'x"y\\z\n' }, value: 1e21 }, { value: 3 }],
  },
  { name: 'a_none', type: 'gauge', help: 'Nothing.', samples: [] },
  {
    name: 'a_wait_seconds',
    type: 'histogram',
    unit: 'seconds',
    help: 'Waits.',
    samples: [
      {
        labels: { kind: 'k' },
        buckets: [
          [0.005, 1],
          [1, 2],
          [Infinity, 3],
        ],
        count: 3,
        sum: 4.5,
      },
    ],
  },
];

const HISTOGRAM = [
  'a_wait_seconds_bucket{kind="k",le="0.005"} 1',
  'a_wait_seconds_bucket{kind="k",le="1.0"} 2',
  'a_wait_seconds_bucket{kind="k",le="+Inf"} 3',
  'a_wait_seconds_count{kind="k"} 3',
  'a_wait_seconds_sum{kind="k"} 4.5',
];

describe('text for Prometheus', () => {
  it('follows OpenMetrics 1.0', () => {
    expect(writeExposition(FAMILIES, 'openmetrics')).toBe(
      [
        '# TYPE a_build info',
        '# HELP a_build What runs.',
        'a_build_info{version="1"} 1',
        '# TYPE a_sent_bytes counter',
        '# UNIT a_sent_bytes bytes',
        '# HELP a_sent_bytes A \\"quoted\\" back\\\\slash\\nand line.',
        'a_sent_bytes_total{route="x\\"y\\\\z\\n"} 1e+21',
        'a_sent_bytes_total 3',
        '# TYPE a_wait_seconds histogram',
        '# UNIT a_wait_seconds seconds',
        '# HELP a_wait_seconds Waits.',
        ...HISTOGRAM,
        '# EOF',
        '',
      ].join('\n'),
    );
  });

  it('follows the older form', () => {
    expect(writeExposition(FAMILIES, 'prometheus')).toBe(
      [
        '# TYPE a_build_info gauge',
        '# HELP a_build_info What runs.',
        'a_build_info{version="1"} 1',
        '# TYPE a_sent_bytes_total counter',
        '# HELP a_sent_bytes_total A "quoted" back\\\\slash\\nand line.',
        'a_sent_bytes_total{route="x\\"y\\\\z\\n"} 1e+21',
        'a_sent_bytes_total 3',
        '# TYPE a_wait_seconds histogram',
        '# HELP a_wait_seconds Waits.',
        ...HISTOGRAM,
        '',
      ].join('\n'),
    );
  });
});
