import type { FastifyRequest } from 'fastify'
import { devices } from '#core/domains/devices/devices.ts'
import type { readBatteryGraph } from '#core/domains/telemetry/calls.ts'
import * as calls from '#core/domains/telemetry/calls.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { isCalendarDay } from '#core/platform/time/calendarDay.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Handler, type Handlers, handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { malformed, Refusal } from '#server/platform/refusal.ts'
import { listQueryOf } from '#server/resources/lists/listQuery.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { listTanksNeedingAttention, readFleetStatus } from './fleet/readFleet.ts'
import { readBatteryHealth, readDeliveries, readUsage } from './fleet/readFleetFigures.ts'
import { readFleetAccuracy, readTankAccuracy } from './forecasts/readForecastAccuracy.ts'
import { exportReadings } from './history/exportReadings.ts'
import { type DeviceGraph, readDeviceGraph } from './history/readDeviceGraph.ts'
import { readMonthlyUsage } from './history/readMonthlyUsage.ts'
import { readPortUsage } from './history/readPortUsage.ts'
import { type Range, readSeries } from './history/readSeries.ts'
import { listRawUplinks } from './intake/listRawUplinks.ts'
import { type KeyOwner, openKeyRing } from './intake/openKeyRing.ts'
import type { UplinkQueue } from './intake/uplinkQueue.ts'
import { writePositions } from './intake/writePositions.ts'
import { enterLevel, listEnteredLevels, removeEnteredLevel } from './levels/enterLevel.ts'
import { readVolumeMargin } from './levels/readVolumeMargin.ts'
import { recomputationCalls } from './levels/recomputationCalls.ts'
import { addDelivery, judgeRise, listTankChanges, removeReportedChange } from './levels/reportedChanges.ts'
import { listRecomputations, requestRecomputation } from './levels/requestRecomputation.ts'

/** Bytes; far more than a thousand records of a device with all its ports need. */
const MAX_UPLINK = 12 * 1024 * 1024

/** Runs for a device that the actor may see. */
const ofVisible =
  <I extends { params: { device_id: number } }, A>(run: (context: Context, input: I) => Promise<A>) =>
  async (context: Context, input: I): Promise<A> => {
    await requireVisible(context, devices, input.params.device_id)
    return run(context, input)
  }

type Some = Partial<Handlers<typeof calls>>

/** Devices send. */
function uplinkHandler(intake: UplinkQueue, db: Database): Handler<typeof calls.sendUplink> {
  const findDeviceByKey = openKeyRing(db)
  const owners = new WeakMap<FastifyRequest, KeyOwner>()
  return {
    summary: 'Send up to 1,000 records of a device; the answer confirms that they are on disk',
    transaction: false,
    // The intake validates it; an invalid body is stored in the device's log before it is refused.
    takesAnyBody: true,
    largestBody: MAX_UPLINK,
    admit: async (request) => {
      const key = request.headers['x-device-key']
      const owner = typeof key === 'string' ? await findDeviceByKey(key) : null
      if (!owner) throw new Refusal(401, 'messages.wrong_device_key')
      owners.set(request, owner)
    },
    run: async (_, { request }) => {
      const owner = getOrThrow(owners, request)
      const { body, ip: address, text = '' } = request
      if (text === '') throw malformed()
      const outcome = await intake.accept({ ...owner, body, text, transport: 'http', address })
      return { ...outcome, server_time: new Date().toISOString() }
    },
  }
}

const fleetHandlers = {
  readFleetStatus: {
    mayBeOld: true,
    summary: 'Number of tanks in each state, over the matching devices',
    run: async (context, { query }) => ({
      fleet: await readFleetStatus(context, listQueryOf(devices, query)),
    }),
  },
  listTanksNeedingAttention: {
    mayBeOld: true,
    summary: 'The tanks that need attention, or all of them, worst first',
    run: async (context, { query }) => ({
      tanks: await listTanksNeedingAttention(context, fleetQuery(query), {
        limit: query.limit,
        isWhole: query.all === '1',
      }),
    }),
  },
  readUsage: {
    mayBeOld: true,
    summary: 'Use and content by product',
    run: async (context, { query }) => ({ usage: await readUsage(context, fleetQuery(query)) }),
  },
  readMonthlyUsage: {
    mayBeOld: true,
    summary: 'Use of the tanks in each month of the last year, by product',
    run: async (context, { query }) => readMonthlyUsage(context, fleetQuery(query)),
  },
  readDeliveries: {
    mayBeOld: true,
    summary: 'Deliveries to the tanks during the last 7 days, as measured',
    run: async (context, { query }) => ({
      ...(await readDeliveries(context, fleetQuery(query), query.limit)),
    }),
  },
  readBatteryHealth: {
    mayBeOld: true,
    summary: 'Number of batteries in each range, and the weakest ones',
    run: async (context, { query }) => ({ ...(await readBatteryHealth(context, fleetQuery(query))) }),
  },
  listPositions: {
    summary:
      'Positions and states of devices as rows of plain values; with a `view`, many devices are clustered',
    writesReply: true,
    run: writePositions,
  },
} satisfies Some

/** Calls for entries of users about a tank and its history. */
const reportHandlers = {
  requestRecomputation: {
    summary: "Recompute a tank's history from its raw values, from a day (UTC) on, as a task",
    run: async (context, { params, body }) => ({
      recomputation: await requestRecomputation(context, params, body.from),
      message: 'messages.recomputation_queued',
      type: 'info',
    }),
  },
  listRecomputations: {
    summary: "The newest recomputations of a tank's history, with their progress",
    run: async (context, { params }) => ({ recomputations: await listRecomputations(context, params) }),
  },
  enterLevel: {
    summary: 'Enter the level of a tank without a sensor, as it was read or called in',
    run: async (context, { params, body }) => ({
      levels: await enterLevel(context, params, body),
      message: 'messages.level_entered',
      type: 'info',
    }),
  },
  listEnteredLevels: {
    summary: 'The newest levels of a tank entered by people or from deliveries',
    run: async (context, { params }) => ({ levels: await listEnteredLevels(context, params) }),
  },
  removeEnteredLevel: {
    summary: 'Delete a level that was entered by mistake',
    run: async (context, { params }) => ({
      levels: await removeEnteredLevel(context, params),
      message: 'messages.level_removed',
      type: 'info',
    }),
  },
  listTankChanges: {
    summary: 'The newest valid deliveries, other rises and losses of a tank',
    run: async (context, { params }) => ({ changes: await listTankChanges(context, params) }),
  },
  judgeRise: {
    summary: 'Set the verdict on a rise: a delivery or none; forecasts follow',
    run: async (context, { params, body }) => ({
      changes: await judgeRise(context, params, body),
      message: 'messages.rise_judged',
      type: 'info',
    }),
  },
  addDelivery: {
    summary: 'Add a delivery without a detected rise',
    run: async (context, { params, body }) => ({
      changes: await addDelivery(context, params, body),
      message: 'messages.delivery_added',
      type: 'info',
    }),
  },
  removeReportedChange: {
    summary: 'Delete a verdict on a rise, or an added delivery',
    run: async (context, { params }) => ({
      changes: await removeReportedChange(context, params),
      message: 'messages.told_change_removed',
      type: 'info',
    }),
  },
} satisfies Some

const historyHandlers = {
  readPortHistory: {
    mayBeOld: true,
    summary:
      'The history of a tank: at most max_points, with deliveries, alerts, thresholds, and its estimate up to now',
    run: ofVisible((context, { params, query }) =>
      readSeries(context, params.device_id, params.port_number, rangeOf(query, context.now)),
    ),
  },
  exportReadings: {
    mayBeOld: true,
    summary:
      'The readings of the matching devices in a period (default: the last week) as CSV or Parquet, with raw values and quality',
    writesReply: true,
    run: async (context, { query: { from, to, format, ...filters }, reply }) =>
      exportReadings(context, listQueryOf(devices, filters), {
        ...spanOf({ from, to }, context.now),
        ...{ format, reply },
      }),
  },
  readPortUsage: {
    mayBeOld: true,
    summary: 'Daily use of a tank in the user’s unit; days are those of the device’s `time_zone`',
    run: ofVisible((context, { params, query }) => readPortUsage(context, params, query.days)),
  },
} satisfies Some

/** The quality of forecasts and measurements, and the state of devices. */
const accuracyHandlers = {
  readTankAccuracy: {
    mayBeOld: true,
    summary: 'Accuracy of the last forecasts of a tank: twenty for each horizon, a week apart',
    run: async (context, { params }) => {
      await requireVisible(context, devices, params.device_id)
      return { accuracy: await readTankAccuracy(context, params) }
    },
  },
  readFleetAccuracy: {
    mayBeOld: true,
    summary: 'Accuracy of the forecasts of matching devices, with the worst tanks',
    run: async (context, { query }) => ({
      accuracy: await readFleetAccuracy(context, fleetQuery(query)),
    }),
  },
  readVolumeMargin: {
    mayBeOld: true,
    summary: 'Margin of a tank’s measured volume (±, 95 %), with its parts',
    run: ofVisible((context, { params }) => readVolumeMargin(context, params)),
  },
  readBatteryGraph: graphOf('battery'),
  readSignalGraph: graphOf('signal_strength'),
  readTemperatureGraph: graphOf('temperature'),
  listRawUplinks: {
    mayBeOld: true,
    summary: 'The raw uplinks of a device, newest first, each with its outcome',
    run: ofVisible((context, { params, query }) => listRawUplinks(context, params.device_id, query)),
  },
} satisfies Some

/** Calls of devices, and the views of the data they sent. */
export function telemetryCalls(intake: UplinkQueue, db: Database): Call[] {
  return [
    ...handleAll('telemetry', calls, {
      sendUplink: uplinkHandler(intake, db),
      ...{ ...fleetHandlers, ...reportHandlers, ...historyHandlers, ...accuracyHandlers },
    }),
    ...recomputationCalls,
  ]
}

/** The filters of the devices, without the limit of rows. */
function fleetQuery(query: object) {
  return listQueryOf(devices, { ...query, limit: undefined })
}

/** Handler for a graph of a device's own state. */
function graphOf(graph: DeviceGraph): Handler<typeof readBatteryGraph> {
  return {
    mayBeOld: true,
    summary: `The ${graph.replace('_', ' ')} of a device over time`,
    run: async (context, { params, query }) => {
      await requireVisible(context, devices, params.device_id)
      const range = rangeOf(query, context.now)
      return { series: await readDeviceGraph(context, params.device_id, graph, range) }
    },
  }
}

const WEEK = 7 * 86_400_000

interface GivenSpan {
  from?: string | undefined
  to?: string | undefined
}

/** The range of a graph. */
function rangeOf({ max_points, ...query }: GivenSpan & { max_points: number }, now: Date): Range {
  return { ...spanOf(query, now), max_points }
}

/** Span from a time to another, as instants or epoch milliseconds; by default the last week. */
function spanOf(query: GivenSpan, now: Date): { from: number; to: number } {
  const to = momentOf(query.to) ?? now.getTime()
  const from = momentOf(query.from) ?? to - WEEK
  if (from >= to) throw malformed()
  return { from, to }
}

function momentOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const isCount = /^\d{1,15}$/.test(text)
  if (!isCount && /^\d{4}-\d\d-\d\d/.test(text) && !isCalendarDay(text)) throw malformed()
  const moment = isCount ? Number(text) : Date.parse(text)
  if (Number.isNaN(moment) || Math.abs(moment) > 8.64e15) throw malformed()
  return moment
}
