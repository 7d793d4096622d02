import { hashPassword, matchesPassword } from '#core/people/passwords.ts';
import { findModuleFault } from '#files/threads/find-modules.ts';
import { drawPlaceholder } from '#images/placeholder.ts';
import { type Found, ok, problem, formatError } from './finding.ts';

const OLDEST_NODE = 24;
const INSTALL = 'Install the packages again: npm ci';

/** WebAssembly packages, and the format that needs each. */
const MODULES: readonly (readonly [name: string, file: string, without: string])[] = [
  ['@embedpdf/pdfium', 'dist/pdfium.wasm', 'PDF'],
  ['node-unrar-js', 'esm/js/unrar.wasm', 'RAR'],
  ['@jsquash/jxl', 'codec/dec/jxl_dec.wasm', 'JPEG XL'],
  ['libheif-js', 'libheif-wasm/libheif.wasm', 'HEIC'],
  ['@cwasm/nsbmp', 'nsbmp.wasm', 'BMP'],
];

function checkNode(): Found[] {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= OLDEST_NODE) return [];
  return [problem(`Node ${node} is too old`, `Use Node ${String(OLDEST_NODE)}, which \`npm start\` finds by itself`)];
}

async function attempt(what: string, work: () => Promise<boolean>): Promise<Found[]> {
  try {
    return (await work()) ? [] : [problem(`${what} does not work`, INSTALL)];
  } catch (error) {
    return [problem(`${what} cannot be loaded: ${formatError(error)}`, INSTALL)];
  }
}

/** Checks Node and the native and WebAssembly modules. */
export async function checkPrograms(): Promise<Found[]> {
  const found = [
    ...checkNode(),
    ...(await attempt(
      'sharp, which draws pictures,',
      async () => (await drawPlaceholder('doctor', 16, 'webp')).bytes.length > 0,
    )),
    ...(await attempt('argon2, which checks passwords,', async () =>
      matchesPassword(await hashPassword('doctor'), 'doctor'),
    )),
  ];
  for (const [name, file, without] of MODULES) {
    const fault = await findModuleFault(name, file);
    if (fault !== undefined) found.push(problem(`${without} cannot be read: ${name}: ${fault}`, INSTALL));
  }
  return found.length === 0 ? [ok(`Node ${process.versions.node} and all modules work`)] : found;
}
