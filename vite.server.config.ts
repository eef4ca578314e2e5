import { defineConfig } from 'vite'

/** Bundles the server's own modules, and what runs in a separate thread; packages stay where npm put them. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    rollupOptions: {
      input: ['server/app/main.ts', 'server/app/heavyWorker.ts', 'server/app/decoderWorker.ts'],
      output: {
        // Node keeps the map in memory for as long as it runs: the sources themselves are next to it anyway.
        sourcemapExcludeSources: true,
        // Comments and indents are read at every start, and kept too.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    emptyOutDir: true,
  },
  ssr: { external: true, target: 'node' },
})
