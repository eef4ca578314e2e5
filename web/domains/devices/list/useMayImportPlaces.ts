import { useMay } from '#web/platform/session/session.tsx'

/** Whether the user may import customers, sites, devices and tanks from one sheet: requires the right to create each. */
export function useMayImportPlaces(): boolean {
  const may = useMay()
  return ['data_imports.create', 'companies.create', 'devices.create', 'devices.update'].every((right) =>
    may(right as Parameters<typeof may>[0]),
  )
}
