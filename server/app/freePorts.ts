import net from 'node:net'

const DEFAULTS = { PORT: 3000, MQTT_PORT: 1883 } as const
const ATTEMPTS = 100

/**
 * Chooses other ports for the demo where its default ones are in use. A port set in the environment is not changed.
 * @param say reports each change to the person who starts the demo
 * @returns the environment with the ports that are free
 */
export async function withFreePorts(
  environment: NodeJS.ProcessEnv,
  say: (text: string) => void,
): Promise<NodeJS.ProcessEnv> {
  const host = environment.HOST || '127.0.0.1'
  const chosen = { ...environment }
  for (const [name, port] of Object.entries(DEFAULTS)) {
    if (environment[name] || (name === 'MQTT_PORT' && environment.MQTT_URL)) continue
    const free = await firstFree(port, host)
    if (free !== port) say(`Port ${port} is in use: this demo uses ${free} (${name}).`)
    chosen[name] = String(free)
  }
  return chosen
}

async function firstFree(from: number, host: string): Promise<number> {
  for (let port = from; port < from + ATTEMPTS; port++) if (await isFree(port, host)) return port
  return from
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
