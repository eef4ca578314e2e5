import { z } from 'zod'
import { COLUMNS, LEAST_COLUMNS, MOST_ROWS, WIDGET_NAMES } from '#core/domains/settings/widgets.ts'
import type { Call } from '#server/platform/http.ts'
import { arrangeDashboard, listOwnWidgets } from './dashboard.ts'
import { readCurrentUser } from './readCurrentUser.ts'

const tag = 'access'
const Placed = z.object({
  widget: z.enum(WIDGET_NAMES),
  columns: z.int().min(LEAST_COLUMNS).max(COLUMNS),
  rows: z.int().min(1).max(MOST_ROWS),
})

/** The calls around one's own dashboard: what can be on it, and how the account arranged it. */
export const dashboardCalls: Call[] = [
  {
    method: 'GET',
    path: '/me/dashboard_widgets',
    tag,
    summary: 'The parts that you may have on your dashboard',
    access: 'session',
    answer: z.object({ dashboard_widgets: z.array(z.looseObject({})) }),
    run: async (context) => ({ dashboard_widgets: await listOwnWidgets(context) }),
  },
  {
    method: 'PATCH',
    path: '/me/dashboard_layout',
    tag,
    summary: 'Arrange your dashboard; null goes back to what your login type begins with',
    access: 'session',
    body: z.object({ dashboard_layout: z.array(Placed).max(50).nullable() }),
    answer: z.object({ user: z.looseObject({}), message: z.string(), type: z.string() }),
    run: async (context, { body }) => {
      await arrangeDashboard(context, body.dashboard_layout)
      return { user: await readCurrentUser(context), message: 'messages.saved', type: 'success' }
    },
  },
]
