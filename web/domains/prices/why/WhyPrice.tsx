import { ActionIcon, List, Popover, Stack, Text } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { explainLine } from '#core/domains/prices/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

type Explanation = ResponseOf<typeof explainLine>['explanation']

/** A button that explains the price of a saved line; for users who see price rules. */
export function WhyPrice({ document_detail_id, product }: { document_detail_id: number; product: string }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const loginType = useUser().login_type_id
  if (!isOneOf(STAFF_AND_DISTRIBUTORS, loginType)) return null
  return (
    <Popover opened={isOpen} onChange={setIsOpen} width={340} withArrow shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          size="sm"
          aria-label={t('prices.why_of', { product })}
          onClick={() => setIsOpen((open) => !open)}
        >
          <IconHelpCircle size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('prices.why')}>
        {isOpen && <Explained document_detail_id={document_detail_id} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Explained({ document_detail_id }: { document_detail_id: number }) {
  const { t } = useTranslation()
  const { price } = useMoney()
  const { instant } = useFormat()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['transaction_documents', 'why', document_detail_id],
    queryFn: reading<typeof explainLine>('/prices/lines/:document_detail_id', {
      params: { document_detail_id },
    }),
    select: ({ explanation }) => explanation,
  })
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { unit_price, unit_title, currency_id, found_price, source, reason, parts, steps } = data
  const per = (amount: string | null) =>
    amount === null || Number(amount) === 0
      ? t('prices.no_price')
      : `${price(amount, currency_id)} / ${unit_title}`
  return (
    <Stack gap="xs">
      <Text fw={600}>{per(unit_price)}</Text>
      {source === 'by_hand' && (
        <Text size="sm">{t('prices.entered', { reason: reason ?? t('prices.no_reason') })}</Text>
      )}
      {source === 'by_hand' && found_price !== null && (
        <Text size="sm">{t('prices.found_price', { price: per(found_price) })}</Text>
      )}
      {parts.map((part) => (
        <Text key={`${part.delivered} ${part.quantity}`} size="sm">
          {t('prices.part', {
            quantity: `${Number(part.quantity)} ${unit_title}`,
            at: part.delivered ? instant(part.delivered) : '',
            price: per(part.unit_price),
          })}
        </Text>
      ))}
      {steps.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('prices.before')}
        </Text>
      )}
      <List type="ordered" size="sm" spacing={4}>
        {steps.map((step) => (
          <List.Item key={`${step.source} ${step.price_rule_id}`}>
            <Step step={step} currency_id={currency_id} />
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}

function Step({ step, currency_id }: { step: Explanation['steps'][number]; currency_id: number }) {
  const { t } = useTranslation()
  const { price } = useMoney()
  const { date, instant } = useFormat()
  const { source, rule_name, outcome, base, base_unit_title, terminal_title, posted_from, margin } = step
  const figure = base === null ? null : `${price(base, currency_id)} / ${base_unit_title ?? step.unit_title}`
  const figures = [
    Number(step.from_quantity ?? 0) > 0 &&
      t('prices.from_quantity', { quantity: `${Number(step.from_quantity)} ${step.unit_title}` }),
    terminal_title &&
      (figure && posted_from
        ? t('prices.posted', { price: figure, terminal: terminal_title, at: instant(posted_from) })
        : t('prices.posted_missing', { terminal: terminal_title })),
    !terminal_title && figure && t('prices.fixed', { price: figure }),
    margin !== null &&
      Number(margin) !== 0 &&
      t('prices.margin', {
        margin: `${Number(margin) > 0 ? '+' : ''}${price(margin, currency_id)} / ${step.unit_title}`,
      }),
    t('prices.by_day', { day: date(step.date) }),
  ].filter(Boolean)
  return (
    <>
      <Text size="sm" fw={outcome === 'used' ? 600 : 400}>
        {t(`records.transaction_document_details.choices.price_source.${source}`)}
        {rule_name && ` · ${rule_name}`}
      </Text>
      <Text size="xs" c="dimmed">
        {t(`prices.outcome.${outcome}`)} · {figures.join(' · ')}
      </Text>
    </>
  )
}
