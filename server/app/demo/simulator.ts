import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import mqtt, { type MqttClient } from 'mqtt'
import type { Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log.ts'
import { demoFleet, deviceKey } from './fleet.ts'
import { type LastState, type SimulatedDevice, simulatedDevice } from './simulatedDevice.ts'

interface SimulatorOptions {
  mqttUrl: string
  db: Database
  log: Log
}

/** Interval (ms) at which the device that has waited longest reports, so that an open page always changes. */
const REPORT_EVERY_MS = 3_000
/** Delay between two connections (ms). */
const CONNECT_EVERY_MS = 40

interface Line {
  device: SimulatedDevice
  client: MqttClient
}

/** Plays the demo's devices over MQTT from their tanks' last levels. Silent devices stay silent. */
export async function startSimulator({ mqttUrl, db, log }: SimulatorOptions) {
  const devices = await loadDevices(db)
  const lines: Line[] = []
  const ending = new AbortController()

  async function connectAll(): Promise<void> {
    for (const device of devices) {
      if (ending.signal.aborted) return
      lines.push(openLine(mqttUrl, device, log))
      await pause(CONNECT_EVERY_MS, undefined, { signal: ending.signal }).catch(() => {})
    }
  }

  const connecting = connectAll()
  const timer = setInterval(() => {
    const ready = lines.filter(({ client }) => client.connected)
    const [longest] = ready.sort((a, b) => a.device.measuredAt() - b.device.measuredAt())
    if (longest) report(longest, log)
  }, REPORT_EVERY_MS)
  log.info({ devices: devices.length }, 'the demo devices report')
  return {
    close: async (): Promise<void> => {
      ending.abort()
      clearInterval(timer)
      await connecting
      await Promise.all(lines.map(({ client }) => client.endAsync(true)))
    },
  }
}

function openLine(mqttUrl: string, device: SimulatedDevice, log: Log): Line {
  const { public_id } = device
  const client = mqtt.connect(mqttUrl, {
    ...{ clientId: `demo-${public_id}`, username: public_id, password: deviceKey(public_id) },
    ...{ keepalive: 120, reconnectPeriod: 5_000 },
  })
  const line = { device, client }
  client.on('connect', () => client.subscribe(`ullage/${public_id}/down`, { qos: 1 }))
  client.on('error', (error) => log.debug({ err: error, public_id }, 'a demo device cannot connect'))
  client.on('message', (_, payload) => {
    const { commands = [] }: { commands?: { id: number }[] } = JSON.parse(payload.toString())
    if (commands.length > 0)
      report(
        line,
        log,
        commands.map(({ id }) => id),
      )
  })
  return line
}

/** Measures and sends; the client resends records that were unacknowledged when a connection broke. */
function report({ device, client }: Line, log: Log, confirm?: readonly number[]): void {
  const body = device.report(Date.now(), confirm)
  client
    .publishAsync(`ullage/${device.public_id}/up`, body, { qos: 1 })
    .catch((error: unknown) => log.debug({ err: error }, 'a demo uplink was not taken'))
}

/** The planned devices that exist and may report, each in its last state. */
async function loadDevices(db: Database): Promise<SimulatedDevice[]> {
  const { rows } = await sql<{ public_id: string; last_time: number; states: LastState[] }>`
    select d.public_id, coalesce(extract(epoch from d.last_record_date) * 1000, 0)::float8 as last_time,
      coalesce((select jsonb_agg(jsonb_build_object('port_number', s.port_number, 'percent', s.percent, 'raw', s.raw))
        from port_states s where s.device_id = d.device_id), '[]') as states
    from devices d where d.status <> 'retired' and d.key_hash is not null`.execute(db)
  const stored = new Map(rows.map((row) => [row.public_id, row]))
  return demoFleet().flatMap((plan) => {
    const known = stored.get(plan.public_id)
    if (!known || plan.condition === 'silent' || plan.condition === 'retired') return []
    return [simulatedDevice(plan, known.states, known.last_time || Date.now())]
  })
}
