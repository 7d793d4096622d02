/**
 * Whether npm's record of node_modules matches the lock file, so that a manual `npm install` stays. A package may be
 * absent only when it is for another platform, or for a newer Node.
 * @param {string} lock text of package-lock.json
 * @param {string | undefined} record text of node_modules/.package-lock.json
 * @param {{ os: string, cpu: string, node: string }} platform `node` is the version of the Node that runs npm
 */
export function isInstalled(lock, record, platform) {
  if (record === undefined) return false;
  const present = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lock).packages).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') || wanted.link === true) return true;
    const found = present[path];
    if (found === undefined) return wanted.peer === true || (wanted.optional === true && !isFor(platform, wanted));
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/** Packages without platform, or with a C library, may be absent for other reasons. */
function isFor(platform, { os, cpu, libc, engines }) {
  if (os === undefined || cpu === undefined || libc !== undefined) return false;
  if (isOlder(platform.node, engines?.node)) return false;
  return [os].flat().includes(platform.os) && [cpu].flat().includes(platform.cpu);
}

/** Whether a version is below the bound of a range such as `>=22.19.0`. npm leaves out optional packages for a newer Node. */
function isOlder(version, range) {
  const [, bound] = /^>=\s*(\d+(?:\.\d+){0,2})$/.exec(range ?? '') ?? [];
  return bound !== undefined && version.localeCompare(bound, 'en', { numeric: true }) < 0;
}
