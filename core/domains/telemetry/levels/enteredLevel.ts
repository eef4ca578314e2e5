import { z } from 'zod'
import { calendarDay } from '#core/platform/time/calendarDay.ts'
import { GivenInstant } from '#core/platform/time/instants.ts'
import { ENTERED_BY_PEOPLE, LEVEL_REPORTERS } from './levelReporters.ts'

const figure = z.number().min(0)

/** A level entered by a user: in percent of the capacity, or as a volume in the user's unit. */
export const EnteredLevelBody = () =>
  z.strictObject({
    source: z.enum(ENTERED_BY_PEOPLE).default('read'),
    at: GivenInstant().optional().describe('Defaults to now.'),
    percent: figure.max(105).optional(),
    volume: figure.optional(),
    delivered: figure.default(0).describe('Volume delivered right before, in the unit of `volume`.'),
    temperature: z
      .number()
      .min(-60)
      .max(200)
      .nullable()
      .default(null)
      .describe('Temperature of the liquid in the user’s unit; sets the fill limit of a large propane tank.'),
    note: z.string().trim().max(255).nullable().default(null),
  })

/** A level without a sensor, in the user's units. */
export const EnteredLevelResponse = () =>
  z.object({
    entered_level_id: z.int(),
    at: z.iso.datetime(),
    source: z.enum(LEVEL_REPORTERS),
    volume: z.number(),
    percent: z.number().nullable(),
    delivered: z.number(),
    unit: z.enum(['L', 'gal']),
    note: z.string().nullable(),
    entered_by: z.string().nullable(),
  })
export type EnteredLevel = z.output<ReturnType<typeof EnteredLevelResponse>>

/** A known level, and the delivery right before it; in litres. */
export interface KnownLevel {
  /** YYYY-MM-DD at the tank's place. */
  date: string
  volume: number
  delivered: number
  /** False if the level after a delivery is only estimated. */
  is_known: boolean
}

const DAY = 86_400_000

/**
 * Use from one known level to the next, oldest first: the total over `days`, up to the day before the level. Two levels on one
 * day form no interval: the use between them belongs to the next total.
 */
export function usedBetweenLevels(
  levels: readonly KnownLevel[],
): { date: string; used: number; days: number }[] {
  const found: { date: string; used: number; days: number }[] = []
  let before: KnownLevel | undefined
  let delivered = 0
  for (const level of levels) {
    if (!before) {
      if (level.is_known) before = level
      continue
    }
    delivered += level.delivered
    const days = Math.round((Date.parse(level.date) - Date.parse(before.date)) / DAY)
    if (!level.is_known || days === 0) continue
    const yesterday = calendarDay(Date.parse(level.date) - DAY)
    found.push({ date: yesterday, used: Math.max(0, before.volume + delivered - level.volume), days })
    before = level
    delivered = 0
  }
  return found
}
