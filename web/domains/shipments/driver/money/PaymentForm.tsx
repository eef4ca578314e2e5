import { Button, Radio, Stack, Text, TextInput } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import type { StopPayment } from '#core/domains/shipments/driver/applyEvent.ts'
import { DOOR_METHODS, type DoorMethod } from '#core/domains/shipments/driver/driverEvents.ts'
import { decimalPlacesOf, formatMoney, numberMarks, prefixAndSuffix } from '#core/platform/numbers/money.ts'
import { trimDecimalZeros } from '#web/platform/format/format.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
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
export function PaymentForm(props: PaymentFormProps) {
  const { stop, corrects, due, onCancel } = props
  const { t } = useTranslation()
  const { language } = useLanguage()
  const { currency } = stop
  const { typed, change, isAmount, canTake, take } = usePayment(props)
  const shown = isAmount ? formatMoney(typed.amount, currency, language) : '—'
  return (
    <Stack>
      {!corrects && due && Number(due) > 0 && (
        <Text className={styles.figure}>
          {t('shipments.driver.due', { amount: formatMoney(due, currency, language) })}
        </Text>
      )}
      <PaymentInputs {...{ currency, typed, isAmount }} onChange={change} />
      {corrects && <Text>{t('shipments.driver.nothing_paid')}</Text>}
      <Button variant="default" size="md" className={styles.action} onClick={onCancel}>
        {t('shipments.driver.no_payment')}
      </Button>
      <BottomBar>
        <Button className={styles.main} disabled={!canTake} onClick={() => void take()}>
          {t(corrects ? 'shipments.driver.correct_payment_to' : 'shipments.driver.take_amount', {
            amount: shown,
          })}
        </Button>
      </BottomBar>
    </Stack>
  )
}

interface Payment {
  method: DoorMethod
  amount: string
  number: string
  note: string
}

/** The typed payment, whether it can be recorded, and its recording. */
function usePayment({ stop, record, corrects, due, onDone }: PaymentFormProps) {
  const [typed, setTyped] = useState<Payment>({
    method: corrects?.method ?? 'cash',
    amount: trimDecimalZeros(corrects?.amount ?? due ?? ''),
    number: corrects?.check_number ?? '',
    note: '',
  })
  const { method, amount, number, note } = typed
  const isCheck = method === 'check'
  const places = decimalPlacesOf(stop.currency.precision)
  const isAmount = new RegExp(`^\\d{1,12}(\\.\\d{1,${places || 1}})?$`).test(amount)
  const isRight = isAmount && (corrects !== undefined || Number(amount) > 0)
  const isMissing = isCheck && Number(amount) > 0 && !number.trim()
  const take = async () => {
    const body = {
      ...{ method, amount, note: note.trim() || null },
      check_number: isCheck ? number.trim() || null : null,
    }
    await record(corrects ? ['payment_corrected', { ...body, corrects: corrects.event_id }] : ['paid', body])
    onDone()
  }
  const change = (some: Partial<Payment>) => setTyped((before) => ({ ...before, ...some }))
  return { typed, change, isAmount, canTake: isRight && !isMissing, take }
}

interface PaymentInputsProps {
  currency: PaymentFormProps['stop']['currency']
  typed: Payment
  isAmount: boolean
  onChange: (some: Partial<Payment>) => void
}

function PaymentInputs({ currency, typed, isAmount, onChange }: PaymentInputsProps) {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const { method, amount } = typed
  const { prefix, suffix } = prefixAndSuffix(currency)
  const input = (name: 'number' | 'note', label: string) => ({
    ...{ size: 'lg', label, value: typed[name] },
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onChange({ [name]: currentTarget.value }),
  })
  const check = input('number', t('shipments.driver.check_number'))
  return (
    <>
      <Radio.Group
        label={t('shipments.driver.paid_with')}
        size="lg"
        value={method}
        onChange={(value) => onChange({ method: value })}
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
        onChange={(plain) => onChange({ amount: plain })}
      />
      {method === 'check' && <TextInput {...check} maxLength={40} autoComplete="off" />}
      <TextInput {...input('note', t('shipments.driver.note'))} maxLength={255} />
    </>
  )
}
