import { Anchor, Group, Text, type TextProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'

interface PaymentLineProps {
  /** A reversed one is struck through, with the reason. */
  payment: {
    payment_date: string
    /** Without one, it is a refund. */
    method?: string
    reference: string | null
    amount: string
    currency_id: number
    reversed_at: string | null
    reverse_reason: string | null
  }
  /** The part of it that is on no invoice. */
  left?: string
  details?: ReactNode
  /** Steps that are possible. */
  children?: ReactNode
}

/** A payment or a refund with its amount. */
export function PaymentLine({ payment, left = '0', details, children }: PaymentLineProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { date } = useFormat()
  const { payment_date, method, reference, amount, currency_id, reversed_at, reverse_reason } = payment
  const facts = [
    date(payment_date),
    t(method ? `records.payment_methods.${method}` : 'orders.account.entries.refund'),
    reference,
  ]
  const td = reversed_at === null ? undefined : 'line-through'
  return (
    <div>
      <Group justify="space-between" gap="xs" align="flex-start" wrap="nowrap">
        <div>
          <Text size="sm" td={td}>
            {facts.filter(Boolean).join(' · ')}
          </Text>
          <Text size="xs" c="dimmed">
            {details} {reversed_at !== null && t('orders.reversed', { reason: reverse_reason })}
          </Text>
        </div>
        <div>
          <Text size="sm" fw={600} ta="end" td={td}>
            {money(amount, currency_id)}
          </Text>
          <RestText left={left} currency_id={currency_id} ta="end" />
        </div>
      </Group>
      {children && (
        <Group gap="xs" mt={4}>
          {children}
        </Group>
      )}
    </div>
  )
}

interface RestTextProps extends TextProps {
  left: string
  currency_id: number
}

/** The amount of a payment or a credit note that is on no invoice; nothing if all is. */
export function RestText({ left, currency_id, ...look }: RestTextProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  if (Number(left) <= 0) return null
  return (
    <Text size="sm" {...look}>
      {t('orders.door.still', { amount: money(left, currency_id) })}
    </Text>
  )
}

/** A link to a document, by its number. */
export function DocumentLink({ document_id, document_number }: DocumentLinkProps) {
  return (
    <Anchor inherit component={Link} to={`/order/${document_id}`}>
      <bdi>{document_number}</bdi>
    </Anchor>
  )
}

interface DocumentLinkProps {
  document_id: number
  document_number: string | null
}
