/** A resolved reference. */
export interface ResolvedHref {
  /** From the root of the archive, decoded, `/` separated, without `.` and `..`. Empty for the root. */
  readonly path: string;
  /** With its `#`, as written; empty without one. */
  readonly fragment: string;
}

/**
 * Resolves a reference inside an EPUB. Steps above the root stay at the root, as in URL resolution.
 * @param base archive path of the referring document
 * @returns undefined for references out of the book: other schemes, other hosts
 * @see EPUB 3.3 section 4.2.5
 */
export function resolveHref(base: string, reference: string): ResolvedHref | undefined {
  const clean = reference.trim().replace(/[\t\r\n]/g, '');
  if (/^[a-z][a-z0-9+.-]*:/i.test(clean) || /^[\\/]{2}/.test(clean)) return undefined;
  const hash = clean.indexOf('#');
  const fragment = hash === -1 ? '' : clean.slice(hash);
  const written = (hash === -1 ? clean : clean.slice(0, hash)).replace(/\?.*$/, '');
  if (written === '') return { path: base, fragment: fragment === '#' ? '' : fragment };
  const decoded = decodePercent(written).replaceAll('\\', '/');
  const folder = decoded.startsWith('/') ? '' : base.slice(0, base.lastIndexOf('/') + 1);
  return { path: normalizePath(folder + decoded), fragment: fragment === '#' ? '' : fragment };
}

/** Removes empty, `.` and `..` steps; steps above the root are dropped. */
export function normalizePath(path: string): string {
  const kept: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') kept.pop();
    else if (step !== '' && step !== '.') kept.push(step);
  }
  return kept.join('/');
}

/** A relative URL: every step encoded, slashes kept. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // A stray percent sign: decode what can be decoded.
    if (error instanceof URIError) return text.replace(/(?:%[0-9a-f]{2})+/gi, decodeRun);
    throw error;
  }
}

function decodeRun(run: string): string {
  return Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8');
}
