import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { listLoadChoices } from '#core/domains/shipments/calls.ts'
import type { LoadChoices } from '#core/domains/shipments/loadChoices.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { tanksToFill } from '#core/domains/telemetry/tanksToFill.ts'
import { fillIn } from '#web/domains/telemetry/tank/fillAddress.ts'
import { request } from '#web/platform/calls/request.ts'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'
import type { VolumeUnits } from './loading/useVolumeUnits.ts'
import { type Load, loadOfLine, loadOfTank } from './loads.ts'

/** Fills a new shipment with the fill in its address. A tank with a waiting order gets the ordered quantity, any other its room. */
export function useRequestedLoads(
  form: RecordForm<typeof shipment_planners>,
  isNew: boolean,
  volumes: VolumeUnits,
): void {
  const [params] = useSearchParams()
  const fill = isNew ? fillIn(params) : undefined
  const { data: choices } = useQuery({
    queryKey: [shipment_planners.name, 'load_choices', 'of', fill?.device_id],
    queryFn: fill
      ? async ({ signal }) =>
          (
            await request<typeof listLoadChoices>('GET', '/shipment_planner/load_choices', {
              query: { device_id: fill.device_id },
              signal,
            })
          ).load_choices
      : skipToken,
  })
  const isDone = useRef(false)
  const latest = useRef({ form, volumes })
  latest.current = { form, volumes }
  const areUnitsRead = volumes.own !== undefined
  const port_number = fill?.port_number ?? null
  useEffect(() => {
    if (!choices || !areUnitsRead || isDone.current) return
    isDone.current = true
    const { form, volumes } = latest.current
    const details = loadsFor(choices, port_number, volumes)
    if (!form.values.details?.length && details.length > 0) form.set({ details })
  }, [choices, areUnitsRead, port_number])
}

function loadsFor(
  { order_lines, tanks }: LoadChoices,
  port_number: number | null,
  volumes: VolumeUnits,
): Load[] {
  const toFill = tanksToFill(tanks, port_number)
  const isFor = (line: LoadChoices['order_lines'][number], device_ports_id: number) =>
    line.tanks.includes(device_ports_id)
  const lines = order_lines.filter((line) => toFill.some((tank) => isFor(line, tank.device_ports_id)))
  const others = toFill.filter((tank) => !lines.some((line) => isFor(line, tank.device_ports_id)))
  return [
    ...lines.map((line) => loadOfLine(line, volumes)),
    ...others.map((tank) => loadOfTank(tank, volumes)),
  ]
}
