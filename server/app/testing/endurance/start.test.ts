import { spawn } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/database/embeddedPostgres.ts'
import { projectRoot } from '#server/platform/projectRoot.ts'
import { ADMINISTRATOR, freePort, type Product, signIn, startProduct } from './product.ts'

const folders: string[] = []
const products: Product[] = []
const newFolder = () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-start-'))
  folders.push(folder)
  return folder
}
async function start(environment: Record<string, string>): Promise<Product> {
  const product = await startProduct(environment)
  products.push(product)
  return product
}
afterEach(async () => {
  for (const product of products.splice(0)) {
    product.process.kill('SIGTERM')
    await product.ended
  }
})
afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true })
})

test('a wrong setting ends the start with its name and the allowed values', async () => {
  const product = await start({
    PORT: '3000',
    LOG_LEVEL: 'loud',
    MQTT_URL: 'nonsense',
    DATA_DIR: newFolder(),
  })
  expect(await product.ended).toBe(1)
  expect(product.output()).toContain('LOG_LEVEL')
  expect(product.output()).toContain('"info"')
  expect(product.output()).toContain('MQTT_URL')
})

test.each(['right after it is ready', 'while it starts'])(
  'a signal %s ends the product in order',
  async (when) => {
    const folder = newFolder()
    const running = path.join(folder, 'pg18/postmaster.pid')
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/app/main.ts', 'start'], {
      cwd: projectRoot,
      env: { ...process.env, PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'error', DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (when === 'while it starts') await expect.poll(() => fs.existsSync(running)).toBe(true)
    else {
      await new Promise<void>((resolve) => {
        child.stdout.on('data', (text) => {
          if (String(text).includes('Ullage is ready')) resolve()
        })
      })
    }
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(fs.existsSync(running)).toBe(false)
  },
)

test('a folder of another program is left alone', async () => {
  const folder = newFolder()
  fs.writeFileSync(path.join(folder, 'thesis.txt'), 'precious')
  const product = await start({ DATA_DIR: folder })
  expect(await product.ended).toBe(1)
  expect(product.output()).toContain('thesis.txt')
  expect(fs.readdirSync(folder)).toEqual(['thesis.txt'])
})

test('a taken port is named, and the data are intact', async () => {
  const folder = newFolder()
  const port = await freePort()
  const other = http.createServer((_, response) => response.writeHead(404).end()).listen(port, '127.0.0.1')
  const product = await start({ DATA_DIR: folder, PORT: String(port) })
  expect(await product.ended).toBe(1)
  expect(product.output()).toContain(`The port ${port} is taken`)
  await new Promise((resolve) => other.close(resolve))
  const again = await start({ DATA_DIR: folder, PORT: String(port) })
  expect(again.output()).toContain('Ullage is ready')
})

test('a second server on the same folder is refused, and the first one continues', async () => {
  const folder = newFolder()
  const first = await start({ ...ADMINISTRATOR, DATA_DIR: folder })
  const second = await start({ DATA_DIR: folder })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain('is used by another Ullage server')
  const call = await signIn(first)
  expect((await call('GET', '/users/current')).user.username).toBe('first@test.example')
  for (const file of ['postgres.log', 'database.password', 'seal.key', 'pg18'].filter((item) =>
    fs.existsSync(path.join(folder, item)),
  ))
    expect(fs.statSync(path.join(folder, file)).mode & 0o077, file).toBe(0)
})

test('the start without an administrator prints a link that creates one, once', async () => {
  const product = await start({ DATA_DIR: newFolder() })
  const token = /session\/setup\/(\S+)/.exec(product.output())?.[1]
  expect(token).toBeDefined()
  const make = () =>
    fetch(`${product.url}/api/authenticate/setup/${token}`, {
      method: 'POST',
      headers: { 'x-api-key': 'ullage-web', 'content-type': 'application/json' },
      body: JSON.stringify({
        username: 'first@test.example',
        password: 'Harbour#71vQ',
        first_name: 'Ada',
        last_name: 'First',
        phone_number: '+13135550100',
      }),
    })
  expect((await make()).status).toBe(200)
  expect((await make()).status).toBe(404)
  const call = await signIn(product)
  expect((await call('GET', '/users/current')).user).toMatchObject({ login_type_id: 'administrator' })
})

test('an unreachable database is explained in a sentence', async () => {
  const product = await start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
  expect(await product.ended).toBe(1)
  expect(product.output()).toContain('DATABASE_URL')
  expect(product.output()).not.toMatch(/^\s+at /m)
})

test('every unusable port and address is named by its setting', async () => {
  const folder = newFolder()
  const port = await freePort()
  const other = http.createServer((_, response) => response.writeHead(404).end()).listen(port, '127.0.0.1')
  const cases: [Record<string, string>, string][] = [
    [{ METRICS_PORT: String(port) }, `The port ${port} is taken. Set METRICS_PORT`],
    [{ MQTT_PORT: String(port) }, `The port ${port} is taken. Set MQTT_PORT`],
    [{ HOST: '8.8.8.8' }, '8.8.8.8 is no address of this machine. Set HOST'],
    [{ HOST: '999.1.1.1' }, '999.1.1.1 is no address that is known here. Set HOST'],
  ]
  for (const [environment, sentence] of cases) {
    const product = await start({ DATA_DIR: folder, ...environment })
    expect(await product.ended, product.output()).toBe(1)
    expect(product.output()).toContain(sentence)
    expect(product.output()).not.toMatch(/^\s+at |DATABASE_URL/m)
  }
  await new Promise((resolve) => other.close(resolve))
})

test('a refusal by the database of DATABASE_URL and a pool beyond its limit are explained in a sentence', async () => {
  const engine = await startEmbeddedPostgres(newFolder())
  const { host, password } = engine.connection
  const url = (name: string, secret: string, database: string) =>
    `postgres://${name}:${secret}@/${database}?host=${encodeURIComponent(String(host))}`
  const cases: [Record<string, string>, string][] = [
    [{ DATABASE_URL: url('postgres', String(password), 'nothing') }, 'does not exist. Create it'],
    [
      { DATABASE_URL: url('postgres', 'wrong', 'postgres') },
      'refuses the role or the password of DATABASE_URL',
    ],
    [
      { DATABASE_URL: url('nobody', 'wrong', 'postgres') },
      'refuses the role or the password of DATABASE_URL',
    ],
    [
      { DATABASE_URL: url('postgres', String(password), 'postgres'), DATABASE_POOL: '150' },
      'The setting DATABASE_POOL cannot be used: with 150 this server needs 154 connections',
    ],
  ]
  for (const [environment, sentence] of cases) {
    const product = await start(environment)
    expect(await product.ended, product.output()).toBe(1)
    expect(product.output()).toContain(sentence)
    expect(product.output()).not.toMatch(/^\s+at /m)
  }
  await engine.stop()
})
