import { tankSizeFields } from '#core/domains/devices/device_ports.ts'
import { tank_specs } from '#core/domains/tanks/tank_specs.ts'
import type { Context } from '#server/platform/context.ts'
import { selectableRowsOf } from '#server/resources/rows.ts'

const SIZES = Object.keys(tankSizeFields).filter((name) => name !== 'capacity_confirmed')

/** Adds the size of a maker's spec to a new tank that names one and states no size. */
export async function withSizeOfTemplate(
  context: Context,
  tank: Readonly<Record<string, unknown>>,
): Promise<object> {
  const { template, tank_type_id } = tank
  const hasSize = tank_type_id != null || SIZES.some((name) => tank[name] != null)
  if (typeof template !== 'number' || hasSize) return tank
  const spec = await selectableRowsOf(context, tank_specs)
    .where('tank_spec_id', '=', template)
    .select(['tank_type_id', ...SIZES])
    .executeTakeFirst()
  return spec ? { ...tank, ...spec } : tank
}
