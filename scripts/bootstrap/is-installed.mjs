/**
 * Whether npm's record of node_modules matches the lock file, so that a manual `npm install` stays. A package may be
 * absent only when it is for another platform.
 * @param {string} lock text of package-lock.json
 * @param {string | undefined} record text of node_modules/.package-lock.json
 * @param {{ os: string, cpu: string }} platform
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
function isFor(platform, { os, cpu, libc }) {
  if (os === undefined || cpu === undefined || libc !== undefined) return false;
  return [os].flat().includes(platform.os) && [cpu].flat().includes(platform.cpu);
}
