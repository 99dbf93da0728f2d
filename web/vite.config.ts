import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'
import { fontLicense } from './licenses.ts'
import { offline } from './offline.ts'

const server = process.env.ELFER_SERVER ?? 'http://127.0.0.1:8011'

export default defineConfig({
  plugins: [svelte(), svelteTesting(), offline(), fontLicense()],
  build: {
    outDir: '../src/elfer/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.txt' },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/ws': { target: server.replace('http', 'ws'), ws: true } },
  },
  test: { environment: 'happy-dom', setupFiles: ['src/test-setup.ts'], include: ['src/**/*.test.ts'] },
})
