import { Table } from '@mantine/core'
import { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FieldValues, isWorthReading } from '#web/resources/record/FieldValues.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'

type Part = 'after' | 'before' | 'used' | 'warmth' | 'rise' | 'ticket' | 'bias' | 'difference'

const SIGNS: Record<Part, string> = {
  ...{ after: '', before: '−', used: '+', warmth: '+', rise: '=' },
  ...{ ticket: '−', bias: '−', difference: '=' },
}
/** Parts that are left out if they are zero. */
const OPTIONAL: readonly Part[] = ['warmth', 'bias']

/** How the difference follows from the readings of the tank and the ticket: a sum that the reader can check, line by line. */
export function DeliverySum({ record }: { record: ShownRecord<typeof delivery_checks> }) {
  const { t } = useTranslation()
  const { units, quantity } = useFormat()
  const [suffix, unit] = units === 'imperial' ? (['gallons', 'gal'] as const) : (['liters', 'L'] as const)
  const nameOf = (part: Part | 'planned' | 'margin') => `${part}_${suffix}` as const
  const lines = linesOf((part) => Number(record[nameOf(part)] ?? 0))
  const hasSum = record[nameOf('difference')] != null
  const unsummed = hasSum ? [] : (['before', 'after', 'used', 'warmth'] as const).map(nameOf)
  const rest = [...unsummed, nameOf('planned'), nameOf('margin'), 'risen_device_id']
  return (
    <>
      {hasSum && (
        <Table data-figures withRowBorders={false} verticalSpacing={4} mb="sm" maw="26rem">
          <Table.Tbody>
            {lines.map(({ part, sign, amount }) => (
              <Table.Tr key={part} fw={sign === '=' ? 650 : undefined}>
                <Table.Td w="1.5rem">{sign}</Table.Td>
                <Table.Th fw="inherit">{t(`records.delivery_checks.fields.${nameOf(part)}`)}</Table.Th>
                <Table.Td ta="end">{quantity(amount, unit, 1)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <FieldValues
        resource={delivery_checks}
        names={rest.filter((name) => isWorthReading(delivery_checks, name, record))}
        record={record}
      />
    </>
  )
}

/** Figures are stored rounded. The estimated figures, use and bias, absorb the rounding difference, so that the lines add up. */
function linesOf(of: (part: Part) => number): { part: Part; sign: string; amount: number }[] {
  const beyondTicket = of('rise') - of('ticket')
  const bias = of('bias') === 0 ? 0 : beyondTicket - of('difference')
  const used = of('rise') - of('after') + of('before') - of('warmth')
  const amounts: Partial<Record<Part, number>> = { used, bias, difference: beyondTicket - bias }
  return (Object.keys(SIGNS) as Part[])
    .map((part) => signed(part, amounts[part] ?? of(part)))
    .filter(({ part, amount }) => !OPTIONAL.includes(part) || amount !== 0)
}

/** A negative part is added instead of subtracted, or the reverse; only results have a sign of their own. */
function signed(part: Part, amount: number) {
  const sign = SIGNS[part]
  if (amount >= 0 || sign === '=' || sign === '') return { part, sign, amount }
  return { part, sign: sign === '+' ? '−' : '+', amount: -amount }
}
