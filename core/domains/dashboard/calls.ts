import { z } from 'zod'
import { COLUMNS, MAX_ROWS, MIN_COLUMNS, WIDGET_NAMES } from '#core/domains/dashboard/widgets.ts'
import { CurrentUserResponse } from '#core/platform/currentUser.ts'
import { defineCall, signedIn } from '#core/platform/defineCall.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import { DecimalText } from '#core/resources/kinds/decimalText.ts'

const Placed = () =>
  z.object({
    widget: z.enum(WIDGET_NAMES),
    columns: z.int().min(MIN_COLUMNS).max(COLUMNS),
    rows: z.int().min(1).max(MAX_ROWS),
  })

export const listOwnWidgets = defineCall({
  method: 'GET',
  path: '/me/dashboard_widgets',
  access: signedIn,
  response: () =>
    z.object({
      dashboard_widgets: z.array(
        z.object({ name_alias: z.enum(WIDGET_NAMES), name: z.string(), column_span: z.int() }),
      ),
    }),
})

export const arrangeDashboard = defineCall({
  method: 'PATCH',
  path: '/me/dashboard_layout',
  access: signedIn,
  body: () => z.object({ dashboard_layout: z.array(Placed()).max(50).nullable() }),
  response: () => z.object({ user: CurrentUserResponse(), ...messageFields() }),
})

/** The day's figures of the business: its rounds, and what customers owe. */
export const readToday = defineCall({
  method: 'GET',
  path: '/dashboard/today',
  access: {
    who: { module: 'shipment_planners', action: 'read', loginTypes: STAFF_AND_DISTRIBUTORS },
  },
  response: () =>
    z.object({
      today: z.object({
        day: z.iso.date(),
        rounds: z.int().describe('Rounds that deliver today, except cancelled ones.'),
        drafts: z.int().describe('Those not sent yet.'),
        finished: z.int().describe('Those delivered.'),
        stops: z.int(),
        closed_stops: z.int(),
        late_stops: z
          .int()
          .describe(
            'Stops reached or expected after their site’s delivery hours of that day, and open ones over 15 minutes after their planned time.',
          ),
        planned: z.number().describe('Gallons or litres, by the reader’s unit system.'),
        delivered: z.number(),
        unit: z.enum(['gal', 'L']),
        owed: z
          .array(z.object({ currency_id: z.int(), open: DecimalText, overdue: DecimalText }))
          .nullable()
          .describe('Amounts by currency; null if the reader may not see invoices.'),
      }),
    }),
})
