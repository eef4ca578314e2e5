import { Anchor, Box, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { Decimal } from 'decimal.js'
import { Link } from 'react-router'
import { lineTotal } from '#core/domains/orders/totals.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import type { Unbilled } from './unbilled.ts'
import { type Oddity, useOddities } from './useOddities.ts'

/** A border below each row. */
const BORDERED = { borderBottom: '1px solid var(--mantine-color-default-border)' }

interface UnbilledRowProps {
  unbilled: Unbilled
  isChosen: boolean
  isBusy: boolean
  onChoose: (next: boolean) => void
  onBill: () => void
}

interface RowActionsProps extends Pick<UnbilledRowProps, 'unbilled' | 'isBusy' | 'onBill'> {
  oddities: readonly Oddity[]
}

/** A customer's unbilled delivery: quantity, price, total and warnings. */
export function UnbilledRow({ unbilled, isChosen, isBusy, onChoose, onBill }: UnbilledRowProps) {
  const { t } = useTranslation()
  const { language, apart } = useFormat()
  const { money, price, placesOf } = useMoney()
  const { company_title, place, lines, total, adjustments, currency_id } = unbilled
  const isPhone = useIsPhone()
  // On phones amount and button have a separate line, below the text.
  const End = isPhone ? Group : Stack
  const end = isPhone ? { flex: '1 0 100%', justify: 'space-between', ps: 32 } : { align: 'flex-end' }
  const rest = restOf(unbilled, placesOf(currency_id))
  const oddities = useOddities()(unbilled)
  const lineText = ({ product_title, quantity, unit_title, unit_price }: Unbilled['lines'][number]) =>
    [
      product_title,
      apart(quantityText(quantity, unit_title, language)) +
        (unit_price === null ? '' : ` × ${price(unit_price, currency_id)}`),
    ].join(' · ')
  return (
    <Group
      component="li"
      wrap={isPhone ? 'wrap' : 'nowrap'}
      align="flex-start"
      gap="sm"
      px="md"
      py="sm"
      style={BORDERED}
    >
      <Checkbox
        aria-label={t('orders.billing.choose', { company: company_title, place })}
        checked={total !== null && isChosen}
        disabled={total === null || isBusy}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <Box flex={isPhone ? '1 1 70%' : 1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text fw={600}>
          <bdi>{company_title}</bdi> · <bdi>{place}</bdi>
        </Text>
        <Warnings {...{ oddities, unbilled }} />
        {lines.map((line) => (
          <Text key={[line.product_title, line.quantity].join(' ')} size="sm">
            {lineText(line)}
          </Text>
        ))}
        {rest !== null && (
          <Text size="sm">
            {t(`orders.billing.rest.${adjustments.join('_')}`, { amount: money(rest, currency_id) })}
          </Text>
        )}
        <Origin unbilled={unbilled} />
      </Box>
      <End gap={4} {...end}>
        {total !== null && <Text fw={600}>{money(total, currency_id)}</Text>}
        <RowActions {...{ unbilled, oddities, isBusy, onBill }} />
      </End>
    </Group>
  )
}

/** When it was delivered, its order and its round. */
function Origin({ unbilled }: { unbilled: Unbilled }) {
  const { t } = useTranslation()
  const { dayOf, date } = useFormat()
  const { period_start, period_end, delivered_at } = unbilled
  const { document_id, document_number, shipment_id, shipment_number } = unbilled
  const whenText = () => {
    if (period_start && period_end)
      return t('orders.billing.period', { from: date(period_start), to: date(period_end) })
    return delivered_at === null
      ? t('orders.billing.by_hand')
      : t('orders.billing.delivered', { day: dayOf(delivered_at) })
  }
  return (
    <Group gap={6}>
      <Text size="sm" c="dimmed">
        {whenText()}
      </Text>
      {document_id !== null && (
        <Anchor size="sm" component={Link} to={`/order/${document_id}`}>
          <bdi>{document_number}</bdi>
        </Anchor>
      )}
      {shipment_id !== null && (
        <Anchor size="sm" component={Link} to={`/shipment_planners/${shipment_id}`}>
          <bdi>{shipment_number}</bdi>
        </Anchor>
      )}
    </Group>
  )
}

/** Reasons against billing a delivery now. */
function Warnings({ oddities, unbilled }: { oddities: readonly Oddity[]; unbilled: Unbilled }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { is_due, billed_from } = unbilled
  return (
    <>
      {oddities.map(({ name, text }) => (
        <Text key={name} size="sm" c="urgent">
          {text}
        </Text>
      ))}
      {!is_due && billed_from && (
        <Text size="sm" c="dimmed">
          {t('orders.billing.billed_from', { day: date(billed_from) })}
        </Text>
      )}
    </>
  )
}

/** What to do with a delivery: bill it, or check it first and bill it all the same. */
function RowActions({ unbilled, oddities, isBusy, onBill }: RowActionsProps) {
  const { t } = useTranslation()
  const { total, document_id } = unbilled
  const check = oddities.find(({ to }) => to !== null)?.to
  const isBillable = total !== null || document_id === null
  const action = total === null ? 'make_order' : oddities.length > 0 ? 'bill_anyway' : 'bill'
  return (
    <Group gap="xs" wrap="nowrap">
      {isBillable && (
        <Button
          size="compact-sm"
          variant={action === 'bill_anyway' ? 'subtle' : 'light'}
          disabled={isBusy}
          onClick={onBill}
        >
          {t(`orders.billing.${action}`)}
        </Button>
      )}
      {check && (
        <Button component={Link} to={check} size="compact-sm" variant="light">
          {t('orders.billing.check')}
        </Button>
      )}
    </Group>
  )
}

/** The total less its lines, so that the figures of a row add up; null for nothing. */
function restOf({ lines, total }: Unbilled, places: number): string | null {
  if (total === null) return null
  const ofLines = lines.map((line) => lineTotal(line, places))
  const rest = Decimal.sub(total, Decimal.sum(0, ...ofLines))
  return rest.isZero() ? null : rest.toFixed()
}
