import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budget } from './plugins/budget.ts';
import { precompress } from './plugins/precompress.ts';

const SERVER = process.env['LECTERN_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), budget({ firstPage: 'features/home/home-page.tsx', scriptKb: 120, styleKb: 20 }), precompress()],
  build: {
    target: 'es2022',
    // The content policy of the server allows no inline code, and data: addresses only for images.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What home needs beside the entry, in one file instead of ten; the rest comes with the pages that use it.
          groups: [
            {
              name: 'kit',
              test: /apps[/\\]web[/\\]src[/\\](lib|ui|entities[/\\](?!preferences[/\\]))/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': SERVER, '/health': SERVER } },
});
