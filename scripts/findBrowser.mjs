import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

/**
 * Debian's headless Chromium: screenshots are compared on it only. The full Chromium sometimes never reports that it closed a test's
 * profile.
 */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The browser of the tests: the one that the variable CHROMIUM names, else an installed headless shell, Chromium or Chrome, else
 * Playwright's own.
 * @returns {string | undefined} the path of a program that starts
 * @throws Error when CHROMIUM names a program that does not start
 */
export function findBrowser() {
  const { CHROMIUM, PATH = '' } = process.env
  if (CHROMIUM) {
    if (starts(CHROMIUM)) return CHROMIUM
    throw new Error(`CHROMIUM names ${CHROMIUM}, which does not start.`)
  }
  const installed = PATH.split(path.delimiter).flatMap((folder) =>
    NAMES.map((name) => path.join(folder, name)),
  )
  return [HEADLESS_SHELL, ...installed, ...MAC_APPS, chromium.executablePath()].find(starts)
}

/** A program with a missing library exists but does not start. */
function starts(file) {
  return fs.existsSync(file) && spawnSync(file, ['--version'], { timeout: 30_000 }).status === 0
}

/** Whether this machine is a Debian with its own headless shell. */
export function hasHeadlessShell() {
  return starts(HEADLESS_SHELL) && /^ID=debian$/m.test(fs.readFileSync('/etc/os-release', 'utf8'))
}
