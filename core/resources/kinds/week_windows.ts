import { z } from 'zod'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import { type WeekWindow, windowOrder, windowsOverlap } from '#core/platform/weekWindows.ts'
import type { AnyField } from './anyField.ts'
import { anyList } from './anyList.ts'
import type { CoreKind } from './coreKind.ts'

/** Weekly time windows in the local time of the place. */
export interface WeekWindowsField extends AnyField {
  kind: 'week_windows'
}

/** Maximum number of windows. */
const MAX_WINDOWS = 50

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const from = z.string().regex(TIME, 'time')
const to = z.string().refine((text) => TIME.test(text) || text === '24:00', { error: 'time' })
const day = z.int().min(1).max(7)

/** Keys in the order in which the database stores them, so that sending back what was read is no change. */
const Windows = z
  .array(z.strictObject({ to, day, from }), { error: ruleMessage('week_windows') })
  .max(MAX_WINDOWS)

export const week_windows: CoreKind<WeekWindowsField> = {
  ...anyList,
  properties: {},
  check: () =>
    Windows.refine((windows) => windows.every((one) => one.from < one.to), { error: 'window_order' })
      .refine((windows) => !windowsOverlap(windows), { error: 'window_overlap' })
      .transform((windows): WeekWindow[] | null =>
        windows.length === 0 ? null : windows.toSorted(windowOrder),
      ),
  answer: () => z.array(z.object({ to: z.string(), day: z.int(), from: z.string() })),
}
