import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { devices } from '#core/domains/devices/devices.ts'
import { optionsOf, useOptionOf } from '#web/resources/useOptions.ts'

/** Place names by device id: a map has only labels, as it may show 100,000 devices. */
export function useDeviceNames(ids: readonly number[]): ReadonlyMap<number, string> {
  const choiceOf = useOptionOf(devices)
  const sorted = [...new Set(ids)].sort((one, other) => one - other)
  const { data } = useQuery({
    ...optionsOf(devices, sorted.length > 0, { ids: sorted.join() }),
    select: (rows) => new Map(rows.map((row) => [Number(row['device_id']), choiceOf(row).label])),
    placeholderData: keepPreviousData,
  })
  return data ?? NONE
}

const NONE: ReadonlyMap<number, string> = new Map()
