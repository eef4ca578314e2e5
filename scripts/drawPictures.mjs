import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from './build.mjs'
import { clockAt } from './clock/clock.mjs'
import { HEADLESS_SHELL } from './findBrowser.mjs'

/**
 * The environment in which screenshots are taken and compared: Debian's headless shell, because browsers render letters differently, and a
 * demo that begins at one fixed moment, because its tanks and ages depend on the hour. Its clock is slow, so that a machine that needs
 * minutes longer shows the same times.
 * @returns {Record<string, string>}
 */
export function picturesEnvironment() {
  return {
    ...clockAt({ at: '2026-11-24T16:00:00Z', slowness: 20 }),
    SIMULATOR: '0',
    CHROMIUM: HEADLESS_SHELL,
  }
}

if (import.meta.filename === process.argv[1]) {
  // All of them: changes too small to be noticed one by one would add up until a picture fails on another machine.
  const args = ['test', '--project=pictures', '--update-snapshots=all', ...process.argv.slice(2)]
  const { status } = spawnSync(path.join(root, 'node_modules/.bin/playwright'), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...picturesEnvironment() },
  })
  process.exitCode = status ?? 1
}
