import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { readConfig } from '../config.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-tls-'))
const MQTT_TLS_CERT = path.join(folder, 'cert.pem')
const MQTT_TLS_KEY = path.join(folder, 'key.pem')
const OTHER_KEY = path.join(folder, 'other.pem')

let server: TestServer
beforeAll(async () => {
  for (const [cert, key] of [
    [MQTT_TLS_CERT, MQTT_TLS_KEY],
    [path.join(folder, 'unused.pem'), OTHER_KEY],
  ] as const) {
    const created = [
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ]
    const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    execFileSync('openssl', ['req', ...created, ...named, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  }
  server = await startTestServer({ MQTT_TLS_CERT, MQTT_TLS_KEY })
})
afterAll(async () => {
  await server.close()
  fs.rmSync(folder, { recursive: true })
})

const connect = (protocol: string, more: object) =>
  connectAsync(`${protocol}://127.0.0.1:${server.mqttPort}`, {
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    ...more,
  })

test('devices report to the embedded broker by TLS with a certificate, and are acknowledged', async () => {
  const device = await deviceWithTank(server)
  const client = await connect('mqtts', {
    username: device.public_id,
    password: device.key,
    ca: fs.readFileSync(MQTT_TLS_CERT),
  })
  const body = JSON.stringify({ records: [record(Date.now() - 60_000, 42)] })
  await client.publishAsync(`ullage/${device.public_id}/up`, body, { qos: 1 })
  await client.endAsync()
  const { body: read } = await server.as('administrator').call('GET', `/devices/${device.device_id}`)
  expect(read.device.ports[0].percent).toBeCloseTo(42, 3)
})

test('a client without TLS, or with an old version, is refused; one that trusts another certificate does not send its key', async () => {
  const device = await deviceWithTank(server)
  const credentials = { username: device.public_id, password: device.key }
  const open = net.connect(server.mqttPort ?? 0, '127.0.0.1')
  const received: Buffer[] = []
  open.on('data', (chunk) => received.push(chunk)).on('error', () => {})
  // The first packet of a device that uses MQTT without TLS: CONNECT, without a name.
  open.write(Buffer.from('100c00044d5154540402003c0000', 'hex'))
  await new Promise((resolve) => open.once('close', resolve))
  const CONNACK = 0x20
  expect(Buffer.concat(received)[0]).not.toBe(CONNACK)
  await expect(connect('mqtts', credentials)).rejects.toThrow(/self.signed/)
  const old = tls.connect({
    host: '127.0.0.1',
    port: server.mqttPort ?? 0,
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
    ciphers: 'DEFAULT@SECLEVEL=0',
    rejectUnauthorized: false,
  })
  await expect(
    new Promise((resolve, reject) => old.once('secureConnect', resolve).once('error', reject)),
  ).rejects.toThrow()
})

test.each([
  [{ MQTT_TLS_CERT }, 'Set both MQTT_TLS_CERT and MQTT_TLS_KEY'],
  [{ MQTT_TLS_CERT, MQTT_TLS_KEY: '/nowhere/key.pem' }, 'no such file'],
  [{ MQTT_TLS_CERT, MQTT_TLS_KEY: OTHER_KEY }, 'MQTT_TLS_CERT and MQTT_TLS_KEY cannot be used'],
  [{ MQTT_TLS_CERT, MQTT_TLS_KEY, MQTT_URL: 'mqtt://broker.example.com' }, 'embedded broker'],
])('%o does not start', (settings, sentence) => {
  expect(() => readConfig(settings)).toThrow(sentence)
})
