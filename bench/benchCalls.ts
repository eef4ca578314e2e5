import os from 'node:os'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { tokenOf } from '#server/app/testing/accounts.ts'
import { allCalls } from './floors/allCalls.ts'
import { findDifference } from './floors/compareAnswers.ts'
import type { MeasuredCall } from './floors/measuredCall.ts'
import type { LargeFleet } from './largeFleet/openLargeFleet.ts'
import { runLoad, type Target } from './load/runLoad.ts'
import { median } from './measurement.ts'
import { peerHeaders, startDirectus } from './peers/directus.ts'
import { peerPaths } from './peers/peerPaths.ts'
import { profiling } from './profile.ts'
import { type StartedServer, startServerOf } from './servers/startServers.ts'

/** A row of the table: answers per second of the product, the floor and the peer, measured in turns in one run. */
export interface MeasuredLine {
  /** `list of devices` */
  name: string
  product: number
  floor: number
  peer?: number
  /** Milliseconds of one call of the product without other load. */
  alone: number
}

export interface CallsRun {
  lines: MeasuredLine[]
  devices: number
  /** Load average of the last 15 minutes, at the end. */
  load: number
}

export interface CallsOptions {
  /** Short rounds, to check that everything works. */
  quick: boolean
  /** Only rows whose name contains this. */
  only: RegExp
  withPeers: boolean
  /** The folder for a profile of the product's server. */
  profile?: string | undefined
}

type Side = 'product' | 'floor' | 'peer'

interface Servers {
  product: StartedServer
  floor: StartedServer
  peer?: StartedServer
}

/** Measures every reading call of the product against its floor, on a fleet of that size. */
export async function benchCalls(fleet: LargeFleet, options: CallsOptions): Promise<CallsRun> {
  const { devices } = fleet
  const calls = allCalls(devices).filter((call) => options.only.test(nameOf(call)))
  const servers: Servers = {
    product: await startServerOf('productServer', { connection: fleet.product }, profiling(options.profile)),
    floor: await startServerOf('floorServer', { connection: fleet.floors, devices }),
    ...(options.withPeers && { peer: await startDirectus(fleet.product) }),
  }
  try {
    await refuseDifferences(calls, servers)
    const lines: MeasuredLine[] = []
    for (const call of calls) {
      const line = await measure(call, servers, devices, options.quick)
      lines.push(line)
      const rates = [line.product, line.floor, line.peer ?? Number.NaN].map((rate) => rate.toFixed(1))
      console.log(`${line.name}: ${rates.join(' / ')} a second; alone ${line.alone.toFixed(1)} ms`)
    }
    return { lines, devices, load: os.loadavg()[2]! }
  } finally {
    for (const server of Object.values(servers) as StartedServer[]) await server.stop()
  }
}

function nameOf({ what, kind }: MeasuredCall): string {
  return `${what} of ${kind}`
}

/** The sides take turns, so that other load on the machine affects all of them. */
async function measure(
  call: MeasuredCall,
  servers: Servers,
  devices: number,
  quick: boolean,
): Promise<MeasuredLine> {
  const [rounds, seconds] = quick ? [1, 0.2] : [3, 1]
  const targets = targetsOf(call, servers, devices)
  const rates = new Map<Side, number[]>(targets.map(([side]) => [side, []]))
  for (const [, target] of targets) await runLoad(target, seconds / 4)
  for (let round = 0; round < rounds; round++) {
    for (const [side, target] of targets) rates.get(side)!.push(await runLoad(target, seconds))
  }
  const alone = 1000 / (await runLoad(targets[0]![1], seconds / 2, 1))
  const of = (side: Side) => median(rates.get(side) ?? [])
  return {
    name: nameOf(call),
    product: of('product'),
    floor: of('floor'),
    alone,
    ...(rates.has('peer') && { peer: of('peer') }),
  }
}

function targetsOf(call: MeasuredCall, servers: Servers, devices: number): [Side, Target][] {
  const paths = call.requests.map(({ path }) => path)
  const ofPeer = peerPaths(devices).get(nameOf(call))
  return [
    ['product', { port: servers.product.port, paths, headers: productHeaders(call.account) }],
    ['floor', { port: servers.floor.port, paths, headers: { 'x-account': call.account } }],
    ...(servers.peer && ofPeer
      ? [['peer', { port: servers.peer.port, paths: ofPeer, headers: peerHeaders }] as [Side, Target]]
      : []),
  ]
}

function productHeaders(account: LoginType): Target['headers'] {
  return { 'x-api-key': 'ullage-web', authorization: `Bearer ${tokenOf(account)}` }
}

/** Number of a call's paths that are compared before the measurement. */
const COMPARED = 12

/** @throws when a floor's answer differs from the product's in any field. */
async function refuseDifferences(calls: readonly MeasuredCall[], servers: Servers): Promise<void> {
  const found: string[] = []
  for (const call of calls) {
    const difference = await differenceOf(call, servers)
    if (difference) found.push(difference)
  }
  if (found.length > 0)
    throw new Error(`These floors answer differently from the product:\n${found.join('\n')}`)
}

async function differenceOf(call: MeasuredCall, { product, floor }: Servers): Promise<string | undefined> {
  const step = Math.max(1, Math.floor(call.requests.length / COMPARED))
  for (const { path } of call.requests.filter((_, index) => index % step === 0)) {
    const ours = inOrder(call, await bodyOf(product.port, path, productHeaders(call.account)))
    const theirs = inOrder(call, await bodyOf(floor.port, path, { 'x-account': call.account }))
    const difference = findDifference(ours, theirs, call.moving ?? [])
    if (difference) return `${nameOf(call)}, ${path}: ${difference}`
  }
  return undefined
}

/** A response with its unordered list sorted by text. */
function inOrder({ unordered }: MeasuredCall, body: object): object {
  if (!unordered) return body
  const list = (body as Record<string, unknown[]>)[unordered] ?? []
  return { ...body, [unordered]: list.map((row) => JSON.stringify(row)).toSorted() }
}

async function bodyOf(port: number, path: string, headers: Target['headers']): Promise<object> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  const text = await response.text()
  if (response.status !== 200)
    throw new Error(`${path} was answered ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}
