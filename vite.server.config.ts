import { defineConfig } from 'vite'

/** As one file of what is used, the server takes a fifth less memory (decision 45). */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: {
      output: {
        // Always the same names, so that the compile cache of an older build is replaced and not joined.
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name].mjs',
        comments: false,
        // What is never reached goes; names and lines stay, for whoever reads a stack in the log.
        minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
      },
    },
  },
})
