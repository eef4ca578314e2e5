import { type ChildProcess, spawn } from 'node:child_process'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '#server/platform/projectRoot.ts'

export interface Product {
  url: string
  process: ChildProcess
  output: () => string
  ended: Promise<number | null>
}

/**
 * Starts the product as `npm start` does, from its sources, and waits until it is ready or has ended.
 * @param root the folder of another release.
 */
export async function startProduct(
  environment: Record<string, string>,
  mode: 'start' | 'demo' = 'start',
  root = projectRoot,
): Promise<Product> {
  const port = environment['PORT'] ?? String(await freePort())
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, 'server/app/main.ts'), mode], {
    cwd: root,
    env: { ...process.env, MQTT_PORT: '0', LOG_LEVEL: 'error', ...environment, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (text: Buffer) => {
    output += text
  })
  child.stderr.on('data', (text: Buffer) => {
    output += text
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < (mode === 'demo' ? 6_000 : 1_800) && child.exitCode === null; attempt++) {
    if (output.includes('Ullage is ready') && (await isReady(url))) break
    await pause(50)
  }
  return { url, process: child, output: () => output, ended }
}

/** Runs `npm run backup` or `npm run restore`, from the sources. */
export async function runCommand(
  options: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(projectRoot, 'server/app/main.ts'), ...options],
    { cwd: projectRoot, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, output }
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** A port that is free at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}

const HEADERS = { 'x-api-key': 'ullage-web', 'content-type': 'application/json' }
export const ADMINISTRATOR = { ADMIN_USERNAME: 'first@test.example', ADMIN_PASSWORD: 'Harbour#71vQ' }

/** A client that makes calls as the first administrator. */
export async function signIn({ url }: Pick<Product, 'url'>) {
  const basic = Buffer.from(`${ADMINISTRATOR.ADMIN_USERNAME}:${ADMINISTRATOR.ADMIN_PASSWORD}`).toString(
    'base64',
  )
  const result = await fetch(`${url}/api/authenticate/login`, {
    headers: { ...HEADERS, authorization: `Basic ${basic}` },
  })
  const { token } = (await result.json()) as { token: string }
  return async (method: string, address: string, body?: object): Promise<any> => {
    const response = await fetch(`${url}/api${address}`, {
      method,
      headers: { ...HEADERS, authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.json()
  }
}

/** A device with one port whose raw values are stored; returns its key. */
export async function makeDevice(call: Awaited<ReturnType<typeof signIn>>, public_id: string) {
  const { iot_device_types } = await call('GET', '/device_types?options=1')
  const { mobile_providers } = await call('GET', '/mobile_providers?options=1')
  const { tank_types } = await call('GET', '/tank_types?search=rectangular')
  const { sensor_types } = await call('GET', '/sensor_types?search=float')
  const { device } = await call('POST', '/devices', {
    public_id,
    company_id: 1,
    device_type_id: iot_device_types[0].device_type_id,
    mobile_provider_id: mobile_providers[0].mobile_provider_id,
  })
  await call('POST', `/devices/${device.device_id}/ports`, {
    port_number: 1,
    tank_type_id: tank_types[0].tank_type_id,
    sensor_type_id: sensor_types[0].sensor_type_id,
    metric_length: 1000,
    metric_width: 1000,
    metric_height: 2000,
    def_liters: 2000,
    sensor_offset: 1,
  })
  const { device_key } = await call('PATCH', `/devices/${device.device_id}/reprovision`, {})
  return { device_id: device.device_id as number, device_key: device_key as string }
}
