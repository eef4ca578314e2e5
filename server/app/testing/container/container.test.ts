import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMINISTRATOR, freePort, signIn } from '../endurance/product.ts'
import { until } from '../endurance/storm.ts'
import { buildImage, type Image } from './buildImage.ts'

/** Takes minutes, needs root and installs packages: `npm run test:long`. */
const isEnabled = Boolean(process.env['CONTAINER_TESTS'])

describe.skipIf(!isEnabled)('the container', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-container-'))
  const volume = path.join(folder, 'volume')
  const ended: (() => void)[] = []
  let image: Image
  beforeAll(() => {
    image = buildImage(folder)
    fs.mkdirSync(volume)
    fs.chownSync(volume, uid(), uid())
  }, 3_600_000)
  afterAll(() => {
    for (const end of ended) end()
    fs.rmSync(folder, { recursive: true, force: true })
  })
  const uid = () => Number(image.config.User.split(':')[0])

  /** Arguments for bubblewrap to run a command of the image as a container engine does: its user and environment, a read-only root. */
  function inImage(command: readonly string[], environment: Record<string, string>): string[] {
    const { Env, WorkingDir, Volumes } = image.config
    const settings = [
      ...Env.map((item) => item.split(/=(.*)/s) as [string, string]),
      ...Object.entries(environment),
    ]
    return [
      ...['--unshare-pid', '--as-pid-1', '--die-with-parent', '--clearenv'],
      ...['--ro-bind', image.tree, '/', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
      ...Object.keys(Volumes).flatMap((place) => ['--bind', volume, place]),
      ...settings.flatMap(([name, value]) => ['--setenv', name, value]),
      ...['--chdir', WorkingDir, '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'],
      ...['setpriv', `--reuid=${uid()}`, `--regid=${uid()}`, '--clear-groups', ...command],
    ]
  }

  test('runs as its user on a read-only root, is healthy, serves its client, signs in and stops on SIGTERM', async () => {
    const environment = { ...ADMINISTRATOR, PORT: String(await freePort()), MQTT_PORT: '0' }
    const { Entrypoint, Cmd, Healthcheck } = image.config
    const isHealthy = () => spawnSync('bwrap', inImage(Healthcheck.Test.slice(1), environment)).status === 0
    expect(isHealthy()).toBe(false)
    const child = spawn('bwrap', ['--info-fd', '3', ...inImage([...Entrypoint, ...Cmd], environment)], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    ended.push(() => child.kill('SIGKILL'))
    let output = ''
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += text))
    const [info] = await once(child.stdio[3]!, 'data')
    const { 'child-pid': pid } = JSON.parse(String(info)) as { 'child-pid': number }
    await until('it is healthy', 120_000, () => child.exitCode !== null || isHealthy())
    expect(child.exitCode, output).toBeNull()

    expect(fs.readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(
      new RegExp(`^Uid:\\s+${uid()}\\s+${uid()}\\s`, 'm'),
    )
    const url = `http://127.0.0.1:${environment.PORT}`
    const page = await fetch(url).then((response) => response.text())
    const [script] = /\/assets\/[^"]+\.js/.exec(page)!
    expect((await fetch(`${url}${script}`)).status).toBe(200)
    const call = await signIn({ url })
    expect((await call('GET', '/devices')).devices).toEqual([])

    process.kill(pid, 'SIGTERM')
    const code = await Promise.race([once(child, 'exit').then(([status]) => status), pause(20_000, 'late')])
    expect(code, output).toBe(0)
    expect(fs.readdirSync(volume)).toContain('pg18')
  })

  test('holds its list of packages, and no file that its user can change', () => {
    const list = JSON.parse(fs.readFileSync(path.join(image.tree, 'ullage/sbom.cdx.json'), 'utf8'))
    expect(list).toMatchObject({
      bomFormat: 'CycloneDX',
      // One of the server, one of the client.
      components: expect.arrayContaining(
        ['fastify', 'react-dom'].map((name) => expect.objectContaining({ name })),
      ),
    })
    const found = spawnSync(
      'find',
      [image.tree, '-xdev', '-uid', String(uid()), '-o', '-type', 'f', '-perm', '-o+w'],
      { encoding: 'utf8' },
    )
    expect(found.stdout.trim().split('\n')).toEqual([path.join(image.tree, 'var/lib/ullage')])
  })
})
