import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './scripts/compress-assets.ts'

const page = (name: string) => join(import.meta.dirname, 'web', name)
const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`

// No manual chunks: the router loads each screen on its own, and the bundler shares what they share.
export default defineConfig({
  root: 'web',
  plugins: [react(), compressAssets()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: { input: [page('index.html'), page('captcha.html')] },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/outbox': server, '/.well-known': server },
  },
})
