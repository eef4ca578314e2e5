import { Anchor, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { listCustomerPrices } from '#core/domains/prices/calls.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { pricePlaces } from '#core/platform/numbers/money.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { WidgetPanel } from '#web/ui/WidgetPanel.tsx'

/** The prices that a customer pays today, each with its source; for users who see price rules. */
export function CustomerPrices({ company_id }: { company_id: number }) {
  const isFor = isOneOf(STAFF_AND_DISTRIBUTORS, useUser().login_type_id)
  return isFor ? <Prices company_id={company_id} /> : null
}

function Prices({ company_id }: { company_id: number }) {
  const { t } = useTranslation()
  const { price } = useMoney()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['price_rules', 'of_customer', company_id],
    queryFn: reading<typeof listCustomerPrices>('/prices/customers/:company_id', { params: { company_id } }),
  })
  const places = pricePlaces(data?.prices.map(({ unit_price }) => unit_price) ?? [])
  return (
    <WidgetPanel
      title={t('prices.theirs')}
      action={
        <Anchor component={Link} to={`/price_rules?customer_id=${company_id}`} size="sm">
          {t('records.price_rules.label')}
        </Anchor>
      }
    >
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton h={64} />}
      {data && (
        <Stack gap="xs">
          {data.price_class && (
            <Text size="sm" c="dimmed">
              {t('prices.price_class', { name: data.price_class })}
            </Text>
          )}
          {data.prices.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('prices.theirs_none')}
            </Text>
          )}
          {data.prices.map((item) => (
            <Group key={item.product_id} justify="space-between" wrap="nowrap" align="flex-start">
              <div>
                <Text size="sm" fw={600} component="bdi">
                  {item.product_title}
                </Text>
                <Text size="xs" c="dimmed">
                  {item.source &&
                    t(`records.transaction_document_details.choices.price_source.${item.source}`)}
                  {item.rule_name && ` · ${item.rule_name}`}
                </Text>
              </div>
              <Text size="sm" ta="end" c={item.problem ? 'urgent' : undefined}>
                {item.unit_price === null
                  ? item.problem
                    ? t(`prices.outcome.${item.problem}`)
                    : t('prices.no_price')
                  : `${price(item.unit_price, data.currency_id, places)} / ${item.unit_title}`}
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </WidgetPanel>
  )
}
