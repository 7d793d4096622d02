import { describe, expect, it } from 'vitest';
import { describeDevice } from './describe-device.ts';

describe('a device in words', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['KOReader/2024.04 (https://koreader.rocks/) LuaSocket/3.0-rc1', 'KOReader'],
    ['Panels/2.1 CFNetwork/1490 Darwin/23', 'Panels'],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 Mihon/0.18',
      'Mihon',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0',
      'Microsoft Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on macOS'],
    ['curl/8.1', 'curl'],
    ['/', 'Unknown device'],
    ['  ', 'Unknown device'],
    [null, 'Unknown device'],
    ['\u0000\u0007', 'Unknown device'],
    ['x'.repeat(512), 'x'.repeat(60)],
  ])('of %j', (userAgent, words) => {
    expect(describeDevice(userAgent)).toBe(words);
  });
});
