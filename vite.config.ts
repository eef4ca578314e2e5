import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))

/** The browser half. Libraries that every screen needs lie in chunks of their own, so that a release keeps them cached. */
export default defineConfig({
  plugins: [react()],
  publicDir: 'web/public',
  define: { 'import.meta.env.VITE_BUILD_VERSION': JSON.stringify(version) },
  server: { proxy: { '/api': 'http://localhost:3000' } },
  build: {
    outDir: 'dist/web',
    target: 'es2023',
    // A data: address would be refused by the content policy of fonts and is no gain with HTTP/2.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What imports what: `scripts/checkBundle.mjs` reads it.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 3,
            },
            // The door does without it.
            {
              name: 'router',
              test: /node_modules[\\/](react-router|cookie|set-cookie-parser)[\\/]/,
              priority: 3,
            },
            { name: 'texts', test: /node_modules[\\/](i18next|react-i18next)[\\/]/, priority: 3 },
            {
              name: 'query',
              test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/,
              priority: 3,
            },
          ],
        },
      },
    },
  },
})
