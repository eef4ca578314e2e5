import { lazy } from 'react'
import type { ListKind } from '#web/resources/list/listKind.ts'

/** The readings of devices as files. */
export const readingFiles: NonNullable<ListKind['moreFiles']> = {
  text: 'devices.readings.label',
  Dialog: lazy(() => import('./ReadingsDialog.tsx').then((m) => ({ default: m.ReadingsDialog }))),
}
