import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Compressors at the maximum level, since they run only in the build. */
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

/** Minimum size in bytes of a file to compress. Smaller files fit into one packet anyway. */
const worthIt = 1024

/**
 * Writes each script and style sheet in every encoding next to the original, `index.js` as `index.js.br`, for the
 * server to choose from (`server/operating/built-files.ts`).
 */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      // Sequential, because parallel compression takes twice the CPU time.
      for (const file of Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name))) {
        const bytes = await readFile(join(dir, file))
        if (bytes.length < worthIt) continue
        for (const [coding, compress] of Object.entries(compressors))
          await writeFile(join(dir, `${file}.${coding}`), compress(bytes))
      }
    },
  }
}
