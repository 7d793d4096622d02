import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budget } from './plugins/budget.ts';
import { precompress } from './plugins/precompress.ts';

const SERVER = process.env['LECTERN_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), budget({ scriptKb: 120, styleKb: 20 }), precompress()],
  build: {
    target: 'es2022',
    // The content policy of the server allows no inline code, and data: addresses only for images.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': SERVER, '/health': SERVER } },
});
