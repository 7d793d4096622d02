import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budget } from './plugins/budget.ts';
import { namedWhenFirst } from './plugins/named-when-first.ts';
import { precompress } from './plugins/precompress.ts';
import { words } from './plugins/words.ts';
import { worker } from './plugins/worker.ts';

const START = 'app/start.tsx';
const FIRST_PAGE = 'features/home/home-page.tsx';
/** What runs as soon as the first screen is there, before the messages of other pages. */
const EARLY = ['app/live-updates.ts', 'entities/offline/start-offline.ts', 'entities/preferences/sync.ts'] as const;
const SERVER = process.env['LECTERN_SERVER'] ?? 'http://127.0.0.1:8080';

/** What starts and reads without the server. */
const OFFLINE = {
  entry: 'src/worker/service-worker.ts',
  fileName: 'service-worker.js',
  shell: [
    START,
    FIRST_PAGE,
    ...EARLY,
    'app/shell/me-frame.tsx',
    'app/routes/book.tsx',
    'app/routes/series.tsx',
    'app/routes/library.tsx',
    'features/library/author-shelves.tsx',
    'app/routes/search.tsx',
    'features/search/search-panel.tsx',
    'entities/kept/kept-home.tsx',
    'entities/kept/kept-list.tsx',
    'entities/kept/kept-series-page.tsx',
    'entities/offline/outbox.ts',
    'features/offline/offline-page.tsx',
    'app/routes/upload.tsx',
  ],
  readers: [
    'app/routes/read.tsx',
    'features/reader/comic/comic-reader.tsx',
    'features/reader/pdf/pdf-reader.tsx',
    'features/reader/epub/epub-reader.tsx',
  ],
  shellKb: 900,
};

export default defineConfig({
  // Built once for every path: the server writes its path into the page.
  base: './',
  plugins: [
    words(),
    react(),
    budget({ firstPage: FIRST_PAGE, scriptKb: 120, styleKb: 20, early: EARLY, late: 'pages' }),
    worker(OFFLINE),
    precompress(),
  ],
  build: {
    target: 'es2022',
    // The content policy of the server allows no inline code, and data: addresses only for images.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // In the first file what loads the words, in the second the app, in another what home needs beside it, then what runs
          // early, then what other pages share; the options of the reader are a file of their own. Nothing that holds words is in the first.
          groups: [
            { name: 'entry', tags: ['$initial'], priority: 4 },
            { name: namedWhenFirst('start', START), debugName: 'start', priority: 3 },
            { name: namedWhenFirst('kit', FIRST_PAGE), debugName: 'kit', minShareCount: 2, priority: 2 },
            { name: namedWhenFirst('early', ...EARLY), debugName: 'early', minShareCount: 2, priority: 1.5 },
            {
              name: 'pages',
              test: /apps[/\\]web[/\\]src[/\\](lib|ui|entities[/\\](?!(?:preferences|offline)[/\\]))/,
              minShareCount: 3,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': SERVER, '/health': SERVER } },
});
