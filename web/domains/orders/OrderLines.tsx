import { ActionIcon, Button, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type LineFigures, lineTotal } from '#core/domains/orders/totals.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { COMPANY_CURRENCY } from '#core/resources/currencyKey.ts'
import type { InsideProps } from '#web/resources/recordKind.ts'
import { useMoney } from '#web/resources/useMoney.ts'
import { useOptions } from '#web/resources/useOptions.ts'
import styles from './OrderLines.module.css'
import { OrderTotals } from './OrderTotals.tsx'
import { useFillNew } from './useFillNew.ts'

type Line = Readonly<Record<string, unknown>>

const NEW_LINE: Line = { product_id: null, quantity: '', unit_price: '0', line_discount_type: 'A' }

/** The lines of a document, with their totals as one types. Enter in the last field begins the next line. */
export function OrderLines({ form, record, isReadOnly }: InsideProps) {
  const { t } = useTranslation()
  useFillNew(form, record === null)
  const lines = form.values['details'] as readonly Line[]
  const place = useRef<HTMLDivElement>(null)
  const setLine = (index: number, changes: Line) =>
    form.set({ details: lines.map((line, at) => (at === index ? { ...line, ...changes } : line)) })
  const add = () => {
    form.set({ details: [...lines, NEW_LINE] })
    setTimeout(() => {
      const rows = place.current?.querySelectorAll<HTMLElement>('[data-line]')
      rows?.[rows.length - 1]?.querySelector<HTMLElement>('input')?.focus()
    }, 0)
  }
  return (
    <Paper p="md" component="section" aria-labelledby="order-lines" data-field="details">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="order-lines">
          {t('records.transaction_document_details.label')}
        </Title>
        {!isReadOnly && (
          <Button variant="light" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            {t('orders.add_line')}
          </Button>
        )}
      </Group>
      <Stack gap="sm" ref={place}>
        {lines.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('orders.no_lines')}
          </Text>
        )}
        {lines.map((line, index) => (
          <LineRow
            key={index}
            line={line}
            index={index}
            errors={form.errors}
            currency_id={form.values[COMPANY_CURRENCY]}
            isReadOnly={isReadOnly}
            onChange={(changes) => setLine(index, changes)}
            onRemove={() => form.set({ details: lines.filter((_, at) => at !== index) })}
            onNext={index === lines.length - 1 ? add : undefined}
          />
        ))}
        <OrderTotals form={form} record={record} />
      </Stack>
    </Paper>
  )
}

interface LineRowProps {
  line: Line
  index: number
  errors: Readonly<Record<string, string>>
  currency_id: unknown
  isReadOnly: boolean
  onChange: (changes: Line) => void
  onRemove: () => void
  onNext: (() => void) | undefined
}

function LineRow({ line, index, errors, currency_id, isReadOnly, onChange, onRemove, onNext }: LineRowProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { data: products = [] } = useOptions(tank_products)
  const isPercent = line['line_discount_type'] === 'P'
  const discount = isPercent ? 'line_discount_percentage' : 'line_discount_amount'
  const figure = (name: string, label: string) => ({
    label,
    inputMode: 'decimal' as const,
    disabled: isReadOnly,
    error: errors[`details.${index}.${name}`],
    'data-field': `details.${index}.${name}`,
    value: String(line[name] ?? ''),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  })
  const next = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !onNext || isReadOnly) return
    event.preventDefault()
    onNext()
  }
  const labelOf = (name: string) => t(`records.transaction_document_details.fields.${name}`)
  return (
    <fieldset className={styles.line} data-line aria-label={t('orders.line', { number: index + 1 })}>
      <Select
        label={labelOf('product_id')}
        searchable
        allowDeselect={false}
        disabled={isReadOnly}
        data={products}
        error={errors[`details.${index}.product_id`]}
        data-field={`details.${index}.product_id`}
        value={line['product_id'] == null ? null : String(line['product_id'])}
        onChange={(value) => onChange({ product_id: value === null ? null : Number(value) })}
      />
      <TextInput {...figure('quantity', labelOf('quantity'))} onKeyDown={next} />
      <TextInput {...figure('unit_price', labelOf('unit_price'))} onKeyDown={next} />
      <Group gap={4} wrap="nowrap" align="flex-start">
        <TextInput {...figure(discount, labelOf('line_discount_amount'))} onKeyDown={next} />
        <Select
          w={64}
          label={<span className={styles.hidden}>{labelOf('line_discount_type')}</span>}
          allowDeselect={false}
          disabled={isReadOnly}
          data={(['A', 'P'] as const).map((value) => ({
            value,
            label: t(`records.transaction_document_details.choices.line_discount_type.${value}`),
          }))}
          value={isPercent ? 'P' : 'A'}
          onChange={(value) => onChange({ line_discount_type: value })}
        />
      </Group>
      <div className={styles.total}>
        <Text size="xs" c="dimmed">
          {labelOf('line_total')}
        </Text>
        <Text size="sm" fw={600}>
          {money(lineTotal(line as LineFigures), currency_id)}
        </Text>
      </div>
      {!isReadOnly && (
        <ActionIcon
          className={styles.remove}
          aria-label={t('orders.remove_line', { number: index + 1 })}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </fieldset>
  )
}
