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
        // Constant names, so that a new build replaces the compile cache of the previous one.
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name].mjs',
        comments: false,
        // Removes unreachable code, but keeps names and lines, so that stack traces in the log are readable.
        minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
      },
    },
  },
})
