import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** As small as each coding gets: it is done once, when the web is built. */
const compressors = {
  br: (bytes: Buffer) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  zstd: (bytes: Buffer) =>
    zstdCompressSync(bytes, {
      pledgedSrcSize: bytes.length,
      params: { [constants.ZSTD_c_compressionLevel]: 19 },
    }),
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: 9 }),
}

/** Bytes that go into one packet anyhow. */
const worthIt = 1024

/**
 * Lays each script and style sheet beside itself in every coding, `index.js` as `index.js.br`, for the server to choose
 * from (`server/operating/built-files.ts`).
 */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      // One after the other: side by side they take twice the processor time, for memory that comes and goes.
      for (const file of Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name))) {
        const bytes = await readFile(join(dir, file))
        if (bytes.length < worthIt) continue
        for (const [coding, compress] of Object.entries(compressors))
          await writeFile(join(dir, `${file}.${coding}`), compress(bytes))
      }
    },
  }
}
