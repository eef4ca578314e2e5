import { defineConfig, mergeConfig } from 'vite'
import server from './vite.server.config.ts'

/** Bundles the benchmark as the server is bundled, so that what is measured is what runs, with the servers it starts. */
export default defineConfig(
  mergeConfig(
    {
      ...server,
      build: { ...server.build, rollupOptions: { output: server.build?.rollupOptions?.output ?? {} } },
    },
    {
      build: {
        rollupOptions: {
          input: [
            'bench/main.ts',
            'bench/servers/productServer.ts',
            'bench/servers/floorServer.ts',
            'bench/load/devices.ts',
          ],
        },
        outDir: 'dist/bench',
      },
    },
  ),
)
