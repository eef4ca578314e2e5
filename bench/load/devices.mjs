import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import mqtt from 'mqtt'

// The devices of the benchmark: each hands in batches of records, many devices at once.
// With a `rate` (uplinks a second) they come at that pace, whatever the server does.
const { door, address, devices, rounds, firstRound, records, ports, now, rate } = await new Promise(
  (resolve) => process.once('message', resolve),
)
const AT_ONCE = 256
const STEP = 600_000

/** Records of a round: earlier rounds lie before later ones, all within the last days. */
function bodyOf(index, round) {
  const start = now - (60 - (firstRound + round)) * records * STEP
  const list = Array.from({ length: records }, (_, n) => ({
    time: new Date(start + n * STEP).toISOString(),
    battery: 3.8,
    signal: 18,
    temperature: 21.5,
    ports: Array.from({ length: ports }, (_, p) => ({
      port: p + 1,
      value: 600 + ((index * 7 + (firstRound + round) * records + n) % 900),
      temperature: 18.2,
    })),
  }))
  return JSON.stringify({ records: list })
}

const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE })

function post({ key }, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${address}/api/uplink`,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', 'x-device-key': key } },
      (answer) => {
        answer.resume()
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`)),
        )
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** Half a hundred connections at a time stand for the fleet: a device connects, hands in, and leaves. */
async function publish({ public_id, key }, bodies) {
  const client = await mqtt.connectAsync(address, { username: public_id, password: key, reconnectPeriod: 0 })
  for (const body of bodies) await client.publishAsync(`ullage/${public_id}/up`, body, { qos: 1 })
  await client.endAsync()
}

const jobs =
  door === 'http'
    ? Array.from({ length: rounds }, (_, round) =>
        devices.map((device, index) => [device, [bodyOf(index, round)]]),
      ).flat()
    : devices.map((device, index) => [
        device,
        Array.from({ length: rounds }, (_, round) => bodyOf(index, round)),
      ])
const begun = performance.now()
const before = process.cpuUsage()
let next = 0
/** Milliseconds from when an uplink was due until it was answered. */
const waits = []
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (next < jobs.length) {
      const due = rate ? begun + (next * 1000) / rate : performance.now()
      const [device, bodies] = jobs[next++]
      if (due > performance.now()) await pause(due - performance.now())
      if (door === 'http') await post(device, bodies[0])
      else await publish(device, bodies)
      waits.push(performance.now() - due)
    }
  }),
)
const seconds = (performance.now() - begun) / 1000
const { user, system } = process.cpuUsage(before)
waits.sort((one, other) => one - other)
process.send({
  seconds,
  uplinks: devices.length * rounds,
  cpu: user + system,
  p99: waits[Math.floor(waits.length * 0.99)],
})
process.disconnect()
