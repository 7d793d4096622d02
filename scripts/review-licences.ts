import type { LockedPackage } from './lock-file.ts';

/** Licences that ask for no more than their text, or put nothing upon code that only uses the package. */
const ALLOWED = new Set([
  '0BSD',
  'AFL-2.1',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Licences whose files stay under them when they are changed. Each package is used unchanged. */
const ALLOWED_FOR: ReadonlyMap<string, RegExp> = new Map([
  // libvips, loaded as a library of its own beside sharp.
  ['LGPL-3.0-or-later', /^@img\/sharp-/],
  ['LGPL-3.0', /^libheif-js$/],
  // Tools, which are in no release.
  ['MPL-2.0', /^(axe-core|lightningcss(-.+)?)$/],
]);

type Licensed = Pick<LockedPackage, 'place' | 'packageName' | 'license'>;

function isAllowed(licence: string, packageName: string): boolean {
  return ALLOWED.has(licence) || ALLOWED_FOR.get(licence)?.test(packageName) === true;
}

/** Whether an SPDX expression of one level leaves a choice that is allowed: `(MIT OR GPL-3.0-or-later)`. */
function leavesChoice(expression: string, packageName: string): boolean {
  const plain = expression.trim().replace(/^\(([^()]*)\)$/, '$1');
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => isAllowed(licence.trim(), packageName)));
}

/** Packages without a licence, or with one that was not agreed to. An expression within an expression is refused, too. */
export function findRefusedLicences(packages: readonly Licensed[]): readonly string[] {
  return packages
    .filter(({ license, packageName }) => license === undefined || !leavesChoice(license, packageName))
    .map(({ place, license }) => `${place} has the licence ${license ?? '(none)'}, which no list of the review allows`);
}
