import { useMay } from '#web/platform/session.tsx'

/** Whether customers, sites, devices and tanks may be taken in from one sheet: by who may make all of them. */
export function useMayImportPlaces(): boolean {
  const may = useMay()
  return ['data_imports.create', 'companies.create', 'devices.create', 'devices.update'].every((right) =>
    may(right as Parameters<typeof may>[0]),
  )
}
