// Longer than other files on purpose: all calls about levels, of a tank and of the fleet, share one table of handlers.
import { z } from 'zod'
import { devices } from '#core/domains/devices/devices.ts'
import { type Access, defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { GivenDay } from '#core/platform/time/instants.ts'
import { PageResponse } from '#core/resources/calls/pageResponse.ts'
import { may } from '#core/resources/may.ts'
import {
  BatteryHealthResponse,
  FleetDeliveriesResponse,
  MonthlyUsageResponse,
  ProductUsageResponse,
} from './fleetFigures.ts'
import type { FleetState } from './fleetStates.ts'
import { FleetAccuracyResponse, TankAccuracyResponse } from './forecastAccuracy.ts'
import { EnteredLevelBody, EnteredLevelResponse } from './levels/enteredLevel.ts'
import { PlacedPortResponse } from './portSummary.ts'
import { RecomputationResponse } from './recomputation.ts'
import { AddedDeliveryBody, RISE_VERDICTS, RiseVerdictBody, TankChangeResponse } from './reportedChange.ts'
import { LARGEST_BATCH } from './uplink.ts'

const mayRead = may(devices, 'read')
const staffMayRead: Access = { who: { module: 'devices', action: 'read', loginTypes: STAFF } }
const ofDevice = () => z.object({ device_id: Id })
const ofPort = () => ofDevice().extend({ port_number: Id })
const ofPortRecord = () => ofDevice().extend({ device_ports_id: Id })
const count = () => z.coerce.number<number | string>().int()

const Range = () =>
  z.looseObject({
    from: z.string().optional(),
    to: z.string().optional(),
    max_points: count().min(10).max(5000).default(800),
  })

/** Filters of the device list, and a limit. */
const Fleet = () => z.looseObject({ limit: count().min(1).max(200).default(20) })

const Points = z
  .array(z.tuple([z.number(), z.number().nullable(), z.number().nullable(), z.number().nullable()]))
  .describe('Points of [epoch milliseconds, value, minimum, maximum]; a null value is a gap.')

const Series = () =>
  z.object({
    series: z.array(
      z.object({
        name: z.string(),
        unit: z.string(),
        points: Points,
        estimated: Points.optional().describe(
          'While the level is an estimate: from the last measurement to now. The range spans heavy to light use.',
        ),
        ahead: Points.optional().describe(
          'Forecast from the newest level to `to` if that is in the future, at most 60 days, with an 80 % range.',
        ),
      }),
    ),
  })

/** Number of tanks in each state. */
const FleetStatus = () =>
  z.object({
    total: z.int(),
    urgent: z.int(),
    mild: z.int(),
    overfill: z.int(),
    offline: z.int(),
    battery_low: z.int(),
    fine: z.int(),
  } satisfies Record<FleetState | 'total', z.ZodInt>)

export const sendUplink = defineCall({
  method: 'POST',
  path: '/uplink',
  access: { who: 'device' },
  body: () =>
    z.looseObject({
      records: z.array(z.any()).max(LARGEST_BATCH).nullable().optional(),
      confirm: z.array(z.any()).nullable().optional(),
      fail: z.array(z.any()).nullable().optional(),
    }),
  response: () =>
    z.object({
      accepted: z.int(),
      duplicates: z.int(),
      refused: z.array(z.object({ index: z.int(), reason: z.string() })),
      ignored: z.array(z.object({ index: z.int(), reason: z.string() })),
      commands: z.array(z.object({ id: z.int(), command: z.int() })),
      server_time: z.iso.datetime(),
    }),
})

export const readFleetStatus = defineCall({
  method: 'GET',
  path: '/devices/fleet_status',
  access: mayRead,
  query: Fleet,
  response: () => z.object({ fleet: FleetStatus() }),
})

export const listTanksNeedingAttention = defineCall({
  method: 'GET',
  path: '/devices/needing_someone',
  access: mayRead,
  query: () =>
    Fleet().extend({
      all: z.enum(['1']).optional().describe('Every tank, also those that need no attention.'),
    }),
  response: () => z.object({ tanks: z.array(PlacedPortResponse()) }),
})

export const readUsage = defineCall({
  method: 'GET',
  path: '/devices/usage',
  access: mayRead,
  query: Fleet,
  response: () => z.object({ usage: z.array(ProductUsageResponse()) }),
})

export const readMonthlyUsage = defineCall({
  method: 'GET',
  path: '/devices/monthly_usage',
  access: mayRead,
  query: Fleet,
  response: MonthlyUsageResponse,
})

export const readDeliveries = defineCall({
  method: 'GET',
  path: '/devices/deliveries',
  access: mayRead,
  query: Fleet,
  response: FleetDeliveriesResponse,
})

export const readBatteryHealth = defineCall({
  method: 'GET',
  path: '/devices/battery_health',
  access: mayRead,
  query: Fleet,
  response: BatteryHealthResponse,
})

export const readFleetAccuracy = defineCall({
  method: 'GET',
  path: '/devices/forecast_accuracy',
  access: mayRead,
  query: Fleet,
  response: () => z.object({ accuracy: FleetAccuracyResponse() }),
})

export const listPositions = defineCall({
  method: 'GET',
  path: '/devices/gps_coords',
  access: mayRead,
  // The visible part of the map: `west,south,east,north,zoom`, or `whole`. Without it, every device is returned.
  query: () => z.looseObject({ view: z.string().max(200).optional() }),
  response: () =>
    z.object({
      columns: z.array(z.string()),
      gps_coords: z
        .array(z.array(z.union([z.string(), z.number(), z.null()])))
        .describe('One row per device, in the order of `columns`.'),
      estimated: z.array(z.int()).describe('The devices whose level is an estimate.'),
      estimated_since: z
        .array(z.int().nullable())
        .describe('Epoch seconds of the last measurement of each, in the same order.'),
      total: z.int().optional(),
      bounds: z
        .tuple([z.number(), z.number(), z.number(), z.number()])
        .nullable()
        .optional()
        .describe('west, south, east, north'),
      is_whole: z.int().optional().describe('1 = every device is listed, whatever the view'),
      states: z.array(z.string()).optional(),
      clusters: z
        .array(z.tuple([z.number(), z.number(), z.array(z.int())]))
        .optional()
        .describe('latitude, longitude, number of devices in each of `states`'),
    }),
})

export const requestRecomputation = defineCall({
  method: 'POST',
  path: '/devices/:device_id/ports/:device_ports_id/recompute',
  access: may(devices, 'update'),
  params: ofPortRecord,
  body: () => z.object({ from: GivenDay() }),
  response: () => z.object({ recomputation: RecomputationResponse() }),
})

export const listRecomputations = defineCall({
  method: 'GET',
  path: '/devices/:device_id/ports/:device_ports_id/recomputations',
  access: mayRead,
  params: ofPortRecord,
  response: () => z.object({ recomputations: z.array(RecomputationResponse()) }),
})

const enteredLevels = () => z.object({ levels: z.array(EnteredLevelResponse()) })

export const enterLevel = defineCall({
  method: 'POST',
  path: '/devices/:device_id/ports/:device_ports_id/levels',
  access: may(devices, 'update'),
  params: ofPortRecord,
  body: EnteredLevelBody,
  response: enteredLevels,
})

export const listEnteredLevels = defineCall({
  method: 'GET',
  path: '/devices/:device_id/ports/:device_ports_id/levels',
  access: mayRead,
  params: ofPortRecord,
  response: enteredLevels,
})

export const removeEnteredLevel = defineCall({
  method: 'DELETE',
  path: '/devices/:device_id/ports/:device_ports_id/levels/:entered_level_id',
  access: may(devices, 'update'),
  params: () => ofPortRecord().extend({ entered_level_id: Id }),
  response: enteredLevels,
})

const tankChanges = () => z.object({ changes: z.array(TankChangeResponse()) })

export const listTankChanges = defineCall({
  method: 'GET',
  path: '/devices/:device_id/ports/:device_ports_id/changes',
  access: mayRead,
  params: ofPortRecord,
  response: tankChanges,
})

export const judgeRise = defineCall({
  method: 'POST',
  path: '/devices/:device_id/ports/:device_ports_id/changes/:tank_change_id',
  access: may(devices, 'update'),
  params: () => ofPortRecord().extend({ tank_change_id: Id }),
  body: RiseVerdictBody,
  response: tankChanges,
})

export const addDelivery = defineCall({
  method: 'POST',
  path: '/devices/:device_id/ports/:device_ports_id/deliveries',
  access: may(devices, 'update'),
  params: ofPortRecord,
  body: AddedDeliveryBody,
  response: tankChanges,
})

export const removeReportedChange = defineCall({
  method: 'DELETE',
  path: '/devices/:device_id/ports/:device_ports_id/told_changes/:told_change_id',
  access: may(devices, 'update'),
  params: () => ofPortRecord().extend({ told_change_id: Id }),
  response: tankChanges,
})

export const readPortHistory = defineCall({
  method: 'GET',
  path: '/devices/:device_id/port_history_graph/:port_number',
  access: mayRead,
  params: ofPort,
  query: Range,
  response: () =>
    Series().extend({
      marks: z.object({
        changes: z.array(
          z.object({
            kind: z.enum(['fill', 'loss']),
            started_at: z.iso.datetime(),
            ended_at: z.iso.datetime(),
            volume: z.number(),
            verdict: z.enum(RISE_VERDICTS).nullable().describe('A person’s verdict.'),
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
        capacity: z.number(),
        unit: z.enum(['L', 'gal']),
      }),
      resolution: z.enum(['raw', 'hour', 'day']),
      estimated_since: z
        .number()
        .nullable()
        .describe('For an estimate: epoch milliseconds of the last measurement.'),
    }),
})

/** The readings of the devices that the filters of the list find, as a file. */
export const exportReadings = defineCall({
  method: 'GET',
  path: '/devices/readings',
  access: mayRead,
  query: () =>
    z.looseObject({
      from: z.string().optional(),
      to: z.string().optional(),
      format: z.enum(['csv', 'parquet']).default('csv'),
    }),
  produces: 'text/csv',
})

export const readPortUsage = defineCall({
  method: 'GET',
  path: '/devices/:device_id/port_usage/:port_number',
  access: mayRead,
  params: ofPort,
  query: () => z.looseObject({ days: count().min(1).max(365).default(28) }),
  response: () =>
    z.object({
      unit: z.enum(['L', 'gal']),
      time_zone: z.string().describe('Days run from midnight to midnight in this zone.'),
      days: z.array(z.object({ date: z.iso.date(), used: z.number() })),
    }),
})

export const readTankAccuracy = defineCall({
  method: 'GET',
  path: '/devices/:device_id/forecast_accuracy/:port_number',
  access: mayRead,
  params: ofPort,
  response: () => z.object({ accuracy: TankAccuracyResponse() }),
})

export const readVolumeMargin = defineCall({
  method: 'GET',
  path: '/devices/:device_id/volume_margin/:port_number',
  access: mayRead,
  params: ofPort,
  response: () =>
    z.object({
      unit: z.enum(['L', 'gal']),
      margin: z.number().nullable(),
      parts: z.array(z.object({ part: z.enum(['sensor', 'shape', 'density']), margin: z.number() })),
    }),
})

const graph = {
  method: 'GET',
  access: mayRead,
  params: ofDevice,
  query: Range,
  response: Series,
} as const

export const readBatteryGraph = defineCall({ ...graph, path: '/devices/:device_id/battery_graph' })

export const readSignalGraph = defineCall({ ...graph, path: '/devices/:device_id/signal_strength_graph' })

export const readTemperatureGraph = defineCall({ ...graph, path: '/devices/:device_id/temperature_graph' })

export const listRawUplinks = defineCall({
  method: 'GET',
  path: '/devices/:device_id/lt14_log',
  access: staffMayRead,
  params: ofDevice,
  query: () => z.looseObject({ page_num: count().min(1).default(1), page_size: count().min(0).default(25) }),
  response: () =>
    z.object({
      device_logs: z.array(
        z.object({
          uplink_id: z.int(),
          received_at: z.iso.datetime(),
          door: z.enum(['http', 'mqtt']),
          accepted: z.int(),
          duplicates: z.int(),
          refused: z.int(),
          body: z.any(),
          outcome: z.array(z.object({ index: z.int().nullable(), reason: z.string() })).nullable(),
        }),
      ),
      page: PageResponse,
    }),
})
