import { wholeRoom } from '#core/domains/tanks/room.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { type UnitSystem, volumeCode } from '#core/platform/numbers/units.ts'
import type { OrderLine } from '#web/domains/orders/orderRecord.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import type { EnteredRow } from '#web/resources/recordIn.ts'
import { useUnits } from '../lines/useUnits.ts'

/** A line in a form. One proposed for a tank keeps `device_ports_id` and the `proposed` quantity, which are not sent. */
export type Line = EnteredRow<OrderLine>

export const NEW_LINE: Line = { product_id: null, quantity: '', unit_price: '', line_discount_type: 'A' }

/** Proposes lines that fill tanks; undefined until the units are read. */
export function useProposal(): ((tanks: readonly PortSummary[]) => Line[]) | undefined {
  const { units: system } = useFormat()
  const { units } = useUnits()
  const unit_id = units.find(({ code }) => code === volumeCode(system))?.id
  return unit_id === undefined ? undefined : (tanks) => linesOf(tanks, system, unit_id)
}

/** Quantities in whole units, rounded down; tanks of one product share a line. */
function linesOf(tanks: readonly PortSummary[], system: UnitSystem, unit_id: number): Line[] {
  const lines = new Map<number | null, { device_ports_id: number; room: number }>()
  for (const { product_id, device_ports_id, room } of tanks) {
    const before = lines.get(product_id) ?? { device_ports_id, room: 0 }
    lines.set(product_id, { ...before, room: before.room + wholeRoom(room, system) })
  }
  return [...lines].map(([product_id, { device_ports_id, room }]) => {
    const quantity = room > 0 ? String(room) : ''
    return { ...NEW_LINE, product_id, quantity, unit_id, device_ports_id, proposed: quantity }
  })
}

/** The lines after another tank is chosen: proposals are replaced, and a typed quantity stays. */
export function linesAfter(lines: readonly Line[], proposed: readonly Line[]): readonly Line[] {
  if (lines.every(isUntouched)) return proposed
  const [line, next] = [lines[0], proposed[0]]
  const isOne = lines.length === 1 && proposed.length === 1
  return isOne && line && next ? [{ ...next, quantity: line.quantity }] : lines
}

function isUntouched(line: Line): boolean {
  return isForTank(line) && line.quantity === line['proposed']
}

/** Whether a line is proposed for a tank, or for this tank if one is passed. */
export function isForTank(line: Line, device_ports_id = line['device_ports_id']): boolean {
  return line['device_ports_id'] !== undefined && line['device_ports_id'] === device_ports_id
}
