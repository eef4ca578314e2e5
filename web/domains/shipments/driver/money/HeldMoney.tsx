import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { sumMoney } from '#core/domains/shipments/driver/sumMoney.ts'
import { formatMoney } from '#core/platform/numbers/money.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from '../MyDay.module.css'
import type { DriverDayOnPhone } from '../useDriverDay.ts'
import { moneyHeld } from './moneyHeld.ts'

/** The cash and checks that a driver holds until the office has counted them. */
export function HeldMoney({ phone }: { phone: DriverDayOnPhone }) {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const held = moneyHeld(phone)
  if (held.length === 0) return null
  return (
    <Paper withBorder p="md" mt="xl" component="section" aria-label={t('shipments.driver.money')}>
      <Title order={2} size="h4">
        {t('shipments.driver.money')}
      </Title>
      {sumMoney(held).map(({ currency, cash, checks, count }) => (
        <div key={currency.currency_id}>
          <Text className={styles.figure}>
            {t('records.payment_methods.cash')} {formatMoney(cash, currency, language)}
          </Text>
          {count > 0 && (
            <Text className={styles.figure}>
              {t('shipments.driver.checks', { count })} {formatMoney(checks, currency, language)}
            </Text>
          )}
        </div>
      ))}
      <Stack gap={4} mt="sm">
        {held.map(({ event_id, company_title, method, check_number, amount, currency }) => (
          <Group key={event_id} justify="space-between" wrap="nowrap" align="flex-start">
            <Text>
              <bdi>{company_title}</bdi> ·{' '}
              {[t(`records.payment_methods.${method}`), check_number].filter(Boolean).join(' ')}
            </Text>
            <Text fw={600} className={styles.amount}>
              {formatMoney(amount, currency, language)}
            </Text>
          </Group>
        ))}
      </Stack>
      <Text mt="sm">{t('shipments.driver.hand_in')}</Text>
    </Paper>
  )
}
