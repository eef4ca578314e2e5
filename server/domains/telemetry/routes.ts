import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { devices } from '#core/domains/devices/devices.ts'
import { LARGEST_BATCH } from '#core/domains/telemetry/uplink.ts'
import { isCalendarDay } from '#core/platform/calendarDay.ts'
import { Id } from '#core/platform/id.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import type { Database } from '#server/platform/database.ts'
import type { Access, Call } from '#server/platform/http.ts'
import { malformed, Refusal } from '#server/platform/refusal.ts'
import { listQueryOf, type RawListQuery } from '#server/resources/listQuery.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { listRawUplinks } from './listRawUplinks.ts'
import { mapCalls } from './mapCalls.ts'
import { type KeyOwner, openKeyRing } from './openKeyRing.ts'
import { type DeviceGraph, readDeviceGraph } from './readDeviceGraph.ts'
import { listTanksNeedingAttention, readFleetStatus } from './readFleet.ts'
import { readBatteryHealth, readDeliveries, readUsage } from './readFleetFigures.ts'
import { readPortUsage } from './readPortUsage.ts'
import { type Range, readSeries } from './readSeries.ts'
import { readVolumeMargin } from './readVolumeMargin.ts'
import { recomputationCalls } from './recomputationCalls.ts'
import type { UplinkQueue } from './uplinkQueue.ts'

const tag = 'telemetry'
const mayRead: Access = { module: 'devices', action: 'read', loginTypes: devices.loginTypes }
const staffMayRead: Access = { module: 'devices', action: 'read', loginTypes: STAFF }

const RangeQuery = z.looseObject({
  from: z.string().optional(),
  to: z.string().optional(),
  max_points: z.coerce.number().int().min(10).max(5000).default(800),
})
/** Each point: epoch milliseconds, value, and the smallest and largest that it stands for. */
const Points = z.array(z.array(z.number().nullable()))
const SeriesAnswer = z.object({
  series: z.array(
    z.object({ name: z.string(), unit: z.string(), points: Points, estimated: Points.optional() }),
  ),
})
/** The history of a tank: its series with what happened meanwhile. */
const HistoryAnswer = SeriesAnswer.extend({
  marks: z.object({
    changes: z.array(
      z.object({
        kind: z.string(),
        started_at: z.iso.datetime(),
        ended_at: z.iso.datetime(),
        volume: z.number(),
      }),
    ),
    alerts: z.array(
      z.object({
        alert_id: z.int(),
        level: z.string(),
        status: z.string(),
        opened_at: z.iso.datetime(),
        closed_at: z.iso.datetime().nullable(),
      }),
    ),
  }),
  thresholds: z.object({
    yellow: z.number().nullable(),
    red: z.number().nullable(),
    yellow_percent: z.number().nullable(),
    red_percent: z.number().nullable(),
    capacity: z.number().nullable(),
    unit: z.string(),
  }),
  resolution: z.enum(['raw', 'hour', 'day']),
  estimated_since: z.number().nullable().describe('epoch milliseconds'),
})
const OfDevice = z.object({ device_id: Id })
const FleetQuery = z.looseObject({
  limit: z.coerce.number().int().min(1).max(200).default(20),
})

/** Bytes: a thousand records of a device with all their ports stay far below it. */
const LARGEST_UPLINK = 12 * 1024 * 1024

/** The door for devices, and what people see of what they sent. */
export function telemetryCalls(intake: UplinkQueue, db: Database): Call[] {
  const findDeviceByKey = openKeyRing(db)
  const owners = new WeakMap<FastifyRequest, KeyOwner>()
  return [
    {
      method: 'POST',
      path: '/uplink',
      tag,
      summary: 'A device hands in up to 1,000 records; the answer means that they are on disk',
      access: 'device',
      transaction: false,
      body: z.looseObject({
        records: z.array(z.any()).max(LARGEST_BATCH).nullable().optional(),
        confirm: z.array(z.any()).nullable().optional(),
        fail: z.array(z.any()).nullable().optional(),
      }),
      // The intake judges it: what is none of ours is kept in the device's log before it is refused.
      takesAnyBody: true,
      answer: z.object({
        accepted: z.int(),
        duplicates: z.int(),
        refused: z.array(z.object({ index: z.int(), reason: z.string() })),
        commands: z.array(z.object({ id: z.int(), command: z.int() })),
        server_time: z.iso.datetime(),
      }),
      largestBody: LARGEST_UPLINK,
      admit: async (request) => {
        const key = request.headers['x-device-key']
        const owner = typeof key === 'string' ? await findDeviceByKey(key) : null
        if (!owner) throw new Refusal(401, 'messages.wrong_device_key')
        owners.set(request, owner)
      },
      run: async (_, { request }) => {
        const owner = owners.get(request)!
        const text = (request as { text?: string }).text ?? ''
        if (text === '') throw malformed()
        const { body, ip: address } = request
        const outcome = await intake.accept({ ...owner, body, text, door: 'http', address })
        return { ...outcome, server_time: new Date().toISOString() }
      },
    },
    {
      method: 'GET',
      path: '/devices/fleet_status',
      tag,
      mayBeOld: true,
      summary: 'How many tanks of the devices that match are in which state',
      access: mayRead,
      query: FleetQuery,
      answer: z.object({ fleet: z.looseObject({}) }),
      run: async (context, { query }) => ({
        fleet: await readFleetStatus(context, listQueryOf(devices, query as RawListQuery)),
      }),
    },
    {
      method: 'GET',
      path: '/devices/needing_someone',
      tag,
      mayBeOld: true,
      summary: 'The tanks that need somebody, worst first',
      access: mayRead,
      query: FleetQuery,
      answer: z.object({ tanks: z.array(z.looseObject({})) }),
      run: async (context, { query }) => ({
        tanks: await listTanksNeedingAttention(context, fleetQuery(query), query.limit),
      }),
    },
    {
      method: 'GET',
      path: '/devices/usage',
      tag,
      mayBeOld: true,
      summary: 'What is used of each product and what is left of it',
      access: mayRead,
      query: FleetQuery,
      answer: z.object({ usage: z.array(z.looseObject({})) }),
      run: async (context, { query }) => ({ usage: await readUsage(context, fleetQuery(query)) }),
    },
    {
      method: 'GET',
      path: '/devices/deliveries',
      tag,
      mayBeOld: true,
      summary: 'What came into the tanks during the last 7 days, as it was measured',
      access: mayRead,
      query: FleetQuery,
      answer: z.object({
        total: z.number(),
        times: z.int(),
        unit: z.string(),
        deliveries: z.array(z.looseObject({})),
      }),
      run: async (context, { query }) => ({
        ...(await readDeliveries(context, fleetQuery(query), query.limit)),
      }),
    },
    {
      method: 'GET',
      path: '/devices/battery_health',
      tag,
      mayBeOld: true,
      summary: 'How many batteries are in which range, and the weakest of them',
      access: mayRead,
      query: FleetQuery,
      answer: z.object({
        ranges: z.array(z.object({ from: z.int(), to: z.int(), count: z.int() })),
        unknown: z.int(),
        weakest: z.array(z.looseObject({})),
      }),
      run: async (context, { query }) => ({ ...(await readBatteryHealth(context, fleetQuery(query))) }),
    },
    ...mapCalls,
    ...recomputationCalls,
    {
      method: 'GET',
      path: '/devices/:device_id/port_history_graph/:port_number',
      tag,
      mayBeOld: true,
      summary:
        'The history of a tank: at most max_points, with deliveries, alerts and thresholds, and its estimate up to now',
      access: mayRead,
      params: OfDevice.extend({ port_number: Id }),
      query: RangeQuery,
      answer: HistoryAnswer,
      run: async (context, { params, query }) => {
        await requireVisible(context, devices, params.device_id)
        return readSeries(context, params.device_id, params.port_number, rangeOf(query, context.now))
      },
    },
    {
      method: 'GET',
      path: '/devices/:device_id/port_usage/:port_number',
      tag,
      mayBeOld: true,
      summary:
        'What a tank used on each of the last days, in the unit of the user; days are those of the device’s `time_zone`',
      access: mayRead,
      params: OfDevice.extend({ port_number: Id }),
      query: z.looseObject({ days: z.coerce.number().int().min(1).max(365).default(28) }),
      answer: z.object({
        unit: z.string(),
        time_zone: z.string(),
        days: z.array(z.object({ date: z.iso.date(), used: z.number() })),
      }),
      run: async (context, { params, query }) => {
        await requireVisible(context, devices, params.device_id)
        return readPortUsage(context, params, query.days)
      },
    },
    {
      method: 'GET',
      path: '/devices/:device_id/volume_margin/:port_number',
      tag,
      mayBeOld: true,
      summary: 'How far the measured volume of a tank may be off (±, 95 times of 100), with its parts',
      access: mayRead,
      params: OfDevice.extend({ port_number: Id }),
      answer: z.object({
        unit: z.enum(['L', 'gal']),
        margin: z.number().nullable(),
        parts: z.array(z.object({ part: z.enum(['sensor', 'shape', 'density']), margin: z.number() })),
      }),
      run: async (context, { params }) => {
        await requireVisible(context, devices, params.device_id)
        return readVolumeMargin(context, params)
      },
    },
    ...(['battery', 'signal_strength', 'temperature'] as const).map(graphCall),
    {
      method: 'GET',
      path: '/devices/:device_id/lt14_log',
      tag,
      mayBeOld: true,
      summary: 'The raw uplinks of a device, newest first, with what came of each',
      access: staffMayRead,
      params: OfDevice,
      query: z.looseObject({
        page_num: z.coerce.number().int().min(1).default(1),
        page_size: z.coerce.number().int().min(0).default(25),
      }),
      answer: z.object({ device_logs: z.array(z.looseObject({})), page: z.looseObject({}) }),
      run: async (context, { params, query }) => {
        await requireVisible(context, devices, params.device_id)
        return listRawUplinks(context, params.device_id, query)
      },
    },
  ]
}

/** What narrows the devices; how many rows are wanted is no filter. */
function fleetQuery(query: object) {
  return listQueryOf(devices, { ...query, limit: undefined } as RawListQuery)
}

function graphCall(graph: DeviceGraph): Call {
  return {
    method: 'GET',
    path: `/devices/:device_id/${graph}_graph`,
    tag,
    mayBeOld: true,
    summary: `The ${graph.replace('_', ' ')} of a device over time`,
    access: mayRead,
    params: OfDevice,
    query: RangeQuery,
    answer: SeriesAnswer,
    run: async (context, { params, query }) => {
      await requireVisible(context, devices, params.device_id)
      const range = rangeOf(query, context.now)
      return { series: await readDeviceGraph(context, params.device_id, graph, range) }
    },
  }
}

const WEEK = 7 * 86_400_000

/** The range of a graph: instants or epoch milliseconds; without any, the last week. */
function rangeOf(query: { from?: string; to?: string; max_points: number }, now: Date): Range {
  const to = momentOf(query.to) ?? now.getTime()
  const from = momentOf(query.from) ?? to - WEEK
  if (from >= to) throw malformed()
  return { from, to, max_points: query.max_points }
}

function momentOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const isCount = /^\d{1,15}$/.test(text)
  if (!isCount && /^\d{4}-\d\d-\d\d/.test(text) && !isCalendarDay(text)) throw malformed()
  const moment = isCount ? Number(text) : Date.parse(text)
  if (Number.isNaN(moment) || Math.abs(moment) > 8.64e15) throw malformed()
  return moment
}
