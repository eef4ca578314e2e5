import { defineConfig } from 'vite'

/** Bundles the server's own modules into one file; packages stay where npm put them. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'server/app/main.ts',
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    emptyOutDir: true,
  },
  ssr: { external: true, target: 'node' },
})
