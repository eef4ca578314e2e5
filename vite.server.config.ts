import { defineConfig } from 'vite'

/** Bundles the server's own modules and its worker threads; packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    rollupOptions: {
      input: ['server/app/main.ts', 'server/app/heavyWorker.ts', 'server/app/decoderWorker.ts'],
      output: {
        // Node keeps the map in memory while it runs; the sources are next to it anyway.
        sourcemapExcludeSources: true,
        // Comments and indentation would be read at every start and stay in memory.
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
