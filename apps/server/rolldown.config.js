import { defineConfig } from 'rolldown';

/** What every worker thread runs, by the name of its file in the bundle. */
export const THREADS = {
  'book-worker': 'src/files/books/book-worker.ts',
  'unpack-worker': 'src/files/books/unpack-worker.ts',
  'walk-worker': 'src/files/walk/walk-worker.ts',
  'decode-worker': 'src/images/decode-worker.ts',
  'backup-thread': 'src/core/activities/backups/backup-thread.ts',
  'read-thread': 'src/db/read-thread.ts',
  'checkpoint-thread': 'src/db/checkpoint-thread.ts',
};

/** Packages with native code, WebAssembly or assets. They stay in node_modules. */
export const PACKAGES_BESIDE = [
  'better-sqlite3',
  'sharp',
  'libheif-js',
  'node-unrar-js',
  '@node-rs/argon2',
  '@scalar/fastify-api-reference',
  '@jsquash/jxl',
  '@cwasm/nsbmp',
  '@embedpdf/pdfium',
];

/** What the sources load with `createRequire`: the bundler does not see it. */
export const PACKAGES_REQUIRED = ['bowser', 'opencc-js', 'pino-pretty', 'wanakana', 'yaml'];

/** `pg` asks for pg-native, and does without it. */
const EXTERNAL = new RegExp(`^(${['pg-native', ...PACKAGES_BESIDE].join('|')})(/|$)`);

const THREAD_URL = /new URL\('\.\/([a-z-]+)\.ts', import\.meta\.url\)/g;

/** Threads start from a URL, which a bundler does not follow: all files of the bundle lie in one folder. */
function threadUrls() {
  return {
    name: 'thread-urls',
    transform: {
      filter: { code: THREAD_URL },
      handler(code, _id, { magicString }) {
        for (const [found, thread] of code.matchAll(THREAD_URL)) {
          if (!Object.hasOwn(THREADS, thread)) throw new Error(`${found} is no thread of rolldown.config.js`);
          magicString.replace(found, `new URL('./${thread}.js', import.meta.url)`);
        }
        return { code: magicString };
      },
    },
  };
}

export default defineConfig({
  input: { main: 'src/main.ts', ...THREADS },
  platform: 'node',
  external: EXTERNAL,
  experimental: { nativeMagicString: true },
  plugins: [threadUrls()],
  output: {
    // As deep as the sources: paths from a file to the repository hold for both.
    dir: 'dist/lectern',
    cleanDir: true,
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
});
