import { describe, expect, it } from 'vitest';
import { isInstalled } from './is-installed.mjs';

const linux = { os: 'linux', cpu: 'x64', node: '24.1.0' };
const forLinux = { version: '1.0.0', integrity: 'x', optional: true, os: 'linux', cpu: 'x64' };
const forMac = { version: '1.0.0', integrity: 'y', optional: true, os: ['darwin'], cpu: ['arm64'] };
const plain = { version: '2.0.0', integrity: 'z' };

const text = (packages: Readonly<Record<string, object>>): string => JSON.stringify({ packages });

const lock = text({
  '': { name: 'lectern' },
  'apps/server': { name: '@lectern/server' },
  'node_modules/@lectern/server': { resolved: 'apps/server', link: true },
  'node_modules/plain': plain,
  'node_modules/for-linux': forLinux,
  'node_modules/for-mac': forMac,
});

describe('what is installed', () => {
  it('is enough without the packages of other platforms', () => {
    const record = text({ 'node_modules/plain': plain, 'node_modules/for-linux': forLinux });
    expect(isInstalled(lock, record, linux)).toBe(true);
  });

  it('is not enough without a package of this platform', () => {
    expect(isInstalled(lock, text({ 'node_modules/plain': plain }), linux)).toBe(false);
  });

  it('is enough without a package for a newer Node, which npm leaves out', () => {
    const wanted = text({
      'node_modules/plain': plain,
      'node_modules/new': { ...forLinux, engines: { node: '>=22.19.0' } },
    });
    const record = text({ 'node_modules/plain': plain });
    expect(isInstalled(wanted, record, { ...linux, node: '20.20.0' })).toBe(true);
    expect(isInstalled(wanted, record, { ...linux, node: '22.19.0' })).toBe(false);
  });

  it('is not enough with another version, or another content of the same', () => {
    const others = [
      { ...plain, version: '2.0.1' },
      { ...plain, integrity: 'other' },
    ];
    for (const other of others) {
      const record = text({ 'node_modules/plain': other, 'node_modules/for-linux': forLinux });
      expect(isInstalled(lock, record, linux)).toBe(false);
    }
  });

  it('is nothing where npm left no record', () => {
    expect(isInstalled(lock, undefined, linux)).toBe(false);
  });
});
