import { describe, expect, it } from 'vitest';
import { describeAgent } from './describe-agent.ts';

describe('describeAgent()', () => {
  it.each([
    ['KOReader/2025.04 (https://koreader.rocks/) LuaSocket/3.0-rc1', 'KOReader'],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 Mihon/0.18',
      'Mihon',
    ],
    ['Panels/3.13 CFNetwork/1494 Darwin/23.4.0', 'Panels'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Mac'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['a\tb', 'a b'],
  ])('calls %s "%s"', (agent, name) => {
    expect(describeAgent(agent)).toBe(name);
  });

  it('cuts what is long and unknown', () => {
    expect(describeAgent('x'.repeat(500))).toBe(`${'x'.repeat(59)}…`);
  });
});
