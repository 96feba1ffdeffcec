import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileHelp } from './scripts/compile-help.ts'
import { compressAssets } from './scripts/compress-assets.ts'
import { contractTables } from './scripts/contract-tables.ts'
import { ofFirstScreens } from './scripts/first-screens.ts'
import { preloadParts } from './scripts/preload-parts.ts'
import { subsetTypeface } from './scripts/subset-typeface.ts'

const page = (name: string) => join(import.meta.dirname, 'web', name)
/** What the captcha page takes of what the others begin with. */
const ofCaptchaToo = /\/contract\/|\/web\/api\/(?!use-)|\/web\/(?:storage\.ts|ui\/theme\.css)|\0/
/** A script that runs by being loaded is in no file that other pages load. */
const noEntry = /^(?!.*(?:\.html|\/(?:auth-)?main\.tsx|\/captcha-frame\.(?:ts|css))$)/
const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    contractTables(),
    compileHelp(),
    preloadParts(),
    subsetTypeface(),
    compressAssets(),
  ],
  resolve: { alias: [{ find: /^zod$/, replacement: page('api/zod.ts') }] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The console is larger than 500 KB, and comes when the first screens are there (decision 37).
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: [page('index.html'), page('auth.html'), page('captcha.html')],
      output: {
        // In stages (decision 37). Without groups each part that two screens share would be a file of its own.
        codeSplitting: {
          groups: [
            { name: 'calls', tags: ['$initial'], test: ofCaptchaToo, priority: 3 },
            { name: 'start', tags: ['$initial'], test: noEntry, priority: 2 },
            {
              name: (id, modules) => (ofFirstScreens(id, modules) ? 'console' : null),
              debugName: 'console',
              minShareCount: 2,
              priority: 1,
            },
            { name: 'forms', minShareCount: 2, priority: 0 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/outbox': server, '/.well-known': server },
  },
})
