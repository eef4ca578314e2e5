import type { TFunction } from 'i18next'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import type { Need } from './boardTypes.ts'
import { needName } from './NeedRow.tsx'

type Named = Pick<Need, 'key' | 'place' | 'company_title' | 'product_title' | 'public_id' | 'port_number'>

/** The names of needs by key; those that share one also have the device, or the tank's number on it. */
export function namesOf(t: TFunction, needs: readonly Named[]): ReadonlyMap<string, string> {
  const alike = groupBy(needs, needName)
  return new Map(
    needs.map((need) => {
      const name = needName(need)
      const { public_id, port_number } = need
      const others = alike.get(name) ?? []
      const isOtherDevice = others.some((one) => one.public_id !== public_id)
      const isOtherTank = others.some((one) => one.port_number !== port_number)
      const marks = [
        isOtherDevice && public_id,
        isOtherTank && port_number !== null && t('dispatch.tank_number', { number: port_number }),
      ]
      return [need.key, [name, ...marks.filter(Boolean)].join(' · ')]
    }),
  )
}
