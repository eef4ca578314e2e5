import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** What the tests need beside Node, with the file that shows it is there. */
const NEEDED = {
  chromium: '/usr/bin/chromium',
  mosquitto: '/usr/sbin/mosquitto',
  'mosquitto-clients': '/usr/bin/mosquitto_pub',
  openssl: '/usr/bin/openssl',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  'fonts-noto-core': '/usr/share/fonts/truetype/noto',
}

/** Installs with apt-get what is missing: the browser, a broker that is not ours, the oldest PostgreSQL we support. */
export function prepareMachine() {
  const missing = Object.keys(NEEDED).filter((name) => !fs.existsSync(NEEDED[name]))
  if (missing.length === 0) return
  console.log(`Installing ${missing.join(', ')} …`)
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...args) => {
    const [command, ...rest] = [...prefix, 'apt-get', ...args]
    return spawnSync(command, rest, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  apt('update')
  const { status } = apt('install', '-y', '--no-install-recommends', ...missing)
  if (status !== 0) throw new Error(`Please install ${missing.join(', ')}: apt-get could not.`)
}
