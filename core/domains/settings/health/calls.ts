import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { may } from '#core/resources/may.ts'
import { settings } from '../settings.ts'
import { HEALTH_PART_NAMES } from './judgeHealth.ts'

const Part = () =>
  z.object({
    part: z.enum(HEALTH_PART_NAMES),
    state: z.enum(['failing', 'warning', 'ok', 'off']),
    unit: z.enum(['seconds', 'count', 'share']),
    value: z.number().nullable().describe('Null if unknown, or if the part is off.'),
  })

export const readHealth = defineCall({
  method: 'GET',
  path: '/system_health',
  access: may(settings, 'read'),
  response: () => z.object({ system_health: z.array(Part()) }),
})
