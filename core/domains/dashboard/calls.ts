import { z } from 'zod'
import { COLUMNS, LEAST_COLUMNS, MOST_ROWS, WIDGET_NAMES } from '#core/domains/dashboard/widgets.ts'
import { CurrentUserAnswer } from '#core/platform/currentUser.ts'
import { defineCall, signedIn } from '#core/platform/defineCall.ts'

const Placed = () =>
  z.object({
    widget: z.enum(WIDGET_NAMES),
    columns: z.int().min(LEAST_COLUMNS).max(COLUMNS),
    rows: z.int().min(1).max(MOST_ROWS),
  })

export const listOwnWidgets = defineCall({
  method: 'GET',
  path: '/me/dashboard_widgets',
  access: signedIn,
  answer: () =>
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
  answer: () => z.object({ user: CurrentUserAnswer(), message: z.string(), type: z.string() }),
})
