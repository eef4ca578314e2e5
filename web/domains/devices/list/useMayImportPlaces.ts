import type { Permission } from '#core/platform/modules.ts'
import { useMay } from '#web/platform/session/session.tsx'

const RIGHTS: readonly Permission[] = [
  'data_imports.create',
  'companies.create',
  'devices.create',
  'devices.update',
]

/** Whether the user may import customers, sites, devices and tanks from one sheet: requires the right to create each. */
export function useMayImportPlaces(): boolean {
  const may = useMay()
  return RIGHTS.every((right) => may(right))
}
