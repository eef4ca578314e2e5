import { once } from 'node:events'
import net from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { withFreePorts } from './freePorts.ts'

const servers: net.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Takes a port, unless another program already has it. */
async function take(port: number): Promise<void> {
  const server = net.createServer().listen(port, '127.0.0.1')
  servers.push(server)
  await Promise.race([once(server, 'listening'), once(server, 'error')])
}

test('the demo uses the next free ports and prints them', async () => {
  await take(3000)
  await take(1883)
  const messages: string[] = []
  const { PORT, MQTT_PORT } = await withFreePorts({}, (text) => messages.push(text))
  expect(Number(PORT)).toBeGreaterThan(3000)
  expect(Number(MQTT_PORT)).toBeGreaterThan(1883)
  expect(messages).toEqual([
    `Port 3000 is in use: this demo uses ${PORT} (PORT).`,
    `Port 1883 is in use: this demo uses ${MQTT_PORT} (MQTT_PORT).`,
  ])
})

test('a port that was set explicitly is not changed', async () => {
  await take(3000)
  const env = { PORT: '3000', MQTT_PORT: '0' }
  expect(await withFreePorts(env, () => {})).toEqual(env)
})
