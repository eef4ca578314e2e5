import { wholeRoom } from '#core/domains/tanks/room.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { type UnitSystem, volumeCode } from '#core/platform/numbers/units.ts'
import type { OrderLine } from '#web/domains/orders/orderRecord.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import type { EnteredRow } from '#web/resources/recordIn.ts'
import { useUnits } from '../lines/useUnits.ts'

/** A line in a form. One proposed for tanks keeps the `proposed` quantity, which is not sent. */
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
  const lines = new Map<number | null, { ordered_port_id: number | null; room: number }>()
  for (const { product_id, device_ports_id, room } of tanks) {
    const before = lines.get(product_id)
    lines.set(product_id, {
      ordered_port_id: before ? null : device_ports_id,
      room: (before?.room ?? 0) + wholeRoom(room, system),
    })
  }
  return [...lines].map(([product_id, { ordered_port_id, room }]) => {
    const quantity = room > 0 ? String(room) : ''
    return { ...NEW_LINE, product_id, quantity, unit_id, ordered_port_id, proposed: quantity }
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
  return line['proposed'] !== undefined && line.quantity === line['proposed']
}

/** Whether a line is for one tank, or for this tank if one is passed. */
export function isForTank({ ordered_port_id }: Line, tank: unknown = ordered_port_id): boolean {
  return ordered_port_id != null && Number(ordered_port_id) === Number(tank)
}
