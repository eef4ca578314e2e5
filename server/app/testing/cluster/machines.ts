import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/platform/projectRoot.ts'

/** The addresses in the documentation, each with the local port that replaces it. */
export type Ports = (address: string) => number

/** The machines of docs/operations.md, "Several servers": each is a folder in which the commands of that page have been run. */
export interface Machines {
  /** Runs the block of commands that contains a text on a machine, one of those that the block names. */
  run: (block: string, machine: string, changed?: (commands: string) => string) => void
  /** A file of a machine, with local addresses and folders. */
  read: (machine: string, file: string) => string
  /** Its variables, if it is the environment of a service. */
  environment: (machine: string, file: string) => Record<string, string>
  /** Creates a folder of a machine for a user. @returns its path */
  makeFolder: (machine: string, name: string, user: number) => string
  secrets: Record<string, string>
}

/** Prepares machines in a folder; `apt-get` and `systemctl` do nothing there. */
export function prepareMachines(folder: string, portOf: Ports): Machines {
  const page = fs.readFileSync(path.join(projectRoot, 'docs/operations.md'), 'utf8')
  const [, section] = /^## Several servers\n(.*?)^## /ms.exec(page)!
  const blocks = [...section!.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands!)
  const release = path.join(folder, 'release')
  fs.mkdirSync(release)
  fs.symlinkSync(path.join(projectRoot, 'deploy'), path.join(release, 'deploy'))
  const certificate = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  spawnSync('openssl', ['req', ...certificate, '-keyout', 'tanks.key', '-out', 'tanks.pem'], { cwd: release })

  const rootOf = (machine: string) => path.join(folder, machine)
  const local = (text: string) =>
    text
      .replace(/10\.0\.0\.\d+:\d+/g, (address) => `127.0.0.1:${portOf(address)}`)
      // The broker's listeners.
      .replace(/^listener (\d+).*$/gm, (_, port) => `listener ${portOf(`10.0.0.20:${port}`)} 127.0.0.1`)
  const inFolder = (text: string, machine: string) =>
    text.replace(/(?<![\w.])\/(?=(etc|var|run)\/)/g, `${rootOf(machine)}/`)
  const bash = (commands: string) => {
    const script = `set -eu\napt-get() { :; }\nsystemctl() { :; }\n${commands}`
    const { status, stderr } = spawnSync('bash', ['-c', script], { cwd: release, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${commands}\n${stderr}`)
  }
  const begin = blocks.find((block) => block.includes('makeSecrets.sh'))!
  bash(begin)
  const parse = (text: string) =>
    Object.fromEntries(
      text
        .split('\n')
        .filter((line) => /^\w+=/.test(line))
        .map((line) => line.split(/=(.*)/s) as [string, string]),
    )
  const read = (machine: string, file: string) =>
    local(inFolder(fs.readFileSync(path.join(rootOf(machine), file), 'utf8'), machine))

  return {
    run: (text, machine, changed = (commands) => commands) => {
      const found = blocks.filter((block) => block.includes(text))
      if (found.length !== 1) throw new Error(`${found.length} blocks of the page contain ${text}.`)
      for (const name of ['default', 'patroni', 'haproxy', 'mosquitto/conf.d', 'mosquitto/certs'])
        fs.mkdirSync(path.join(rootOf(machine), 'etc', name), { recursive: true })
      const secrets = begin.replace(/^sh .*$/m, '')
      bash(secrets + inFolder(local(changed(forMachine(found[0]!, machine))), machine))
    },
    read,
    environment: (machine, file) => parse(read(machine, file)),
    makeFolder: (machine, name, user) => {
      const made = path.join(rootOf(machine), name)
      fs.mkdirSync(made, { recursive: true })
      fs.chownSync(made, user, user)
      return made
    },
    secrets: parse(fs.readFileSync(path.join(release, 'secrets.env'), 'utf8')),
  }
}

/** The block with the name and address of another machine, as its comment lists them: `NAME=one ADDRESS=10.0.0.5   # two 10.0.0.6`. */
function forMachine(block: string, machine: string): string {
  return block.replace(/^NAME=(\w+) ADDRESS=(\S+) +# (.*)$/m, (_, first, address, others) => {
    const all = Object.fromEntries([
      [first, address],
      ...others.split(', ').map((item: string) => item.split(' ')),
    ])
    const name = machine.split('-').at(-1)!
    return `NAME=${name} ADDRESS=${all[name]}`
  })
}
