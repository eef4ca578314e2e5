import { Button, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StopPayment } from '#core/domains/shipments/driver/applyEvent.ts'
import { DOOR_METHODS, type DoorMethod } from '#core/domains/shipments/driver/driverEvents.ts'
import { decimalPlacesOf, formatMoney, numberMarks, prefixAndSuffix } from '#core/platform/numbers/money.ts'
import { trimDecimalZeros } from '#web/platform/format/format.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { BottomBar } from '../BottomBar.tsx'
import styles from '../MyDay.module.css'
import type { StepProps } from '../stop/stepProps.ts'

interface PaymentFormProps extends Pick<StepProps, 'stop' | 'record'> {
  /** The payment to correct; undefined for a new one. */
  corrects?: StopPayment
  /** The amount due here, if known. */
  due?: string | undefined
  onCancel: () => void
  onDone: () => void
}

/** Records cash or a check taken at the doorstep, or corrects a payment. */
export function PaymentForm({ stop, record, corrects, due, onCancel, onDone }: PaymentFormProps) {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const { currency } = stop
  const [method, setMethod] = useState<DoorMethod>(corrects?.method ?? 'cash')
  const [amount, setAmount] = useState(trimDecimalZeros(corrects?.amount ?? due ?? ''))
  const [number, setNumber] = useState(corrects?.check_number ?? '')
  const [note, setNote] = useState('')
  const places = decimalPlacesOf(currency.precision)
  const isAmount = new RegExp(`^\\d{1,12}(\\.\\d{1,${places || 1}})?$`).test(amount)
  const isRight = isAmount && (corrects !== undefined || Number(amount) > 0)
  const needsNumber = method === 'check' && Number(amount) > 0
  const { prefix, suffix } = prefixAndSuffix(currency)
  const take = async () => {
    const body = {
      ...{ method, amount, note: note.trim() || null },
      check_number: method === 'check' ? number.trim() || null : null,
    }
    await record(corrects ? ['payment_corrected', { ...body, corrects: corrects.event_id }] : ['paid', body])
    onDone()
  }
  const shown = isAmount ? formatMoney(amount, currency, language) : '—'
  return (
    <Stack>
      {!corrects && due && Number(due) > 0 && (
        <Text className={styles.figure}>
          {t('shipments.driver.due', { amount: formatMoney(due, currency, language) })}
        </Text>
      )}
      <Radio.Group
        label={t('shipments.driver.paid_with')}
        size="lg"
        value={method}
        onChange={(value) => setMethod(value)}
      >
        <Stack gap="sm" mt="xs">
          {DOOR_METHODS.map((value) => (
            <Radio key={value} size="lg" value={value} label={t(`records.payment_methods.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <NumberField
        size="lg"
        label={t('shipments.driver.amount', { unit: prefix.trim() || suffix.trim() || currency.code })}
        marks={numberMarks(currency, language)}
        value={amount}
        error={amount !== '' && !isAmount ? t('shipments.driver.no_amount') : undefined}
        onChange={setAmount}
      />
      {method === 'check' && (
        <TextInput
          size="lg"
          label={t('shipments.driver.check_number')}
          maxLength={40}
          autoComplete="off"
          value={number}
          onChange={({ currentTarget }) => setNumber(currentTarget.value)}
        />
      )}
      <TextInput
        size="lg"
        label={t('shipments.driver.note')}
        maxLength={255}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {corrects && <Text>{t('shipments.driver.nothing_paid')}</Text>}
      <Button variant="default" size="md" className={styles.action} onClick={onCancel}>
        {t('shipments.driver.no_payment')}
      </Button>
      <BottomBar>
        <Button
          className={styles.main}
          disabled={!isRight || (needsNumber && !number.trim())}
          onClick={() => void take()}
        >
          {t(corrects ? 'shipments.driver.correct_payment_to' : 'shipments.driver.take_amount', {
            amount: shown,
          })}
        </Button>
      </BottomBar>
    </Stack>
  )
}
