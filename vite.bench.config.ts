import { defineConfig, mergeConfig } from 'vite'
import server from './vite.server.config.ts'

/** Bundles the benchmark and the servers that it starts like the server, so that it measures what runs in production. */
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
