import { ActionIcon, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import type { DocumentType } from '#core/domains/orders/documentStatus.ts'
import { isSold, isUnpriced } from '#core/domains/orders/figuresLeave.ts'
import { mayDecideOrders } from '#core/domains/orders/ordering.ts'
import { isSameAmount, type LineFigures, lineTotal } from '#core/domains/orders/totals.ts'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { PRICE_DECIMALS } from '#core/platform/numbers/money.ts'
import { COMPANY_CURRENCY } from '#core/resources/fields/currencyKey.ts'
import type { OrderRecord } from '#web/domains/orders/orderRecord.ts'
import { useDevice } from '#web/domains/telemetry/device/useDevice.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { MoneyInput } from '#web/resources/form/inputs/MoneyInput.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { useNewChoice } from '#web/resources/form/selects/useNewChoice.ts'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import type { EmbeddedProps } from '#web/resources/record/recordKind.ts'
import { useMover } from '#web/resources/useMover.ts'
import { useOptions } from '#web/resources/useOptions.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { TankFacts } from '../tank/TankFacts.tsx'
import { isForTank, type Line, NEW_LINE } from '../tank/tankLines.ts'
import { useDocumentDefaults } from '../useDocumentDefaults.ts'
import { useDocumentDefaultsFill } from '../useDocumentDefaultsFill.ts'
import { useRequestedFill } from '../useRequestedFill.ts'
import { LineProgress } from './LineProgress.tsx'
import styles from './OrderLines.module.css'
import { OrderLinesRead } from './OrderLinesRead.tsx'
import { OrderTotals } from './OrderTotals.tsx'
import { type PricedDocument, useFoundPrice } from './useFoundPrice.ts'
import { useUnits } from './useUnits.ts'

/** On a phone a figure has room for a sign and an arrow only. */
const PHONE_INPUT = { rightSectionWidth: 22, classNames: { input: styles.narrow } }

/** The lines of a document, with totals while typing. Enter in the last field starts the next line. */
export function OrderLines({
  form,
  record,
  isReadOnly,
  editButton,
}: EmbeddedProps<OrderRecord, typeof transaction_documents>) {
  const { t } = useTranslation()
  useDocumentDefaultsFill(form, record === null)
  const decides = mayDecideOrders(useMover())
  useRequestedFill(form, record === null, decides)
  const { data: defaults } = useDocumentDefaults(form.values)
  const place = useRef<HTMLDivElement>(null)
  const { lines, add, change, remove } = useLines(form, place, defaults?.unit_id ?? null)
  // The first line of a new document is there to be filled in; untouched, it is not sent.
  const isBlank = record === null && lines.length === 0
  const shown = isBlank ? [NEW_LINE] : lines
  const held = useHeldProducts(form.values.device_id)
  // Lines on a shipment are fixed, except for missing prices.
  const isLocked = record?.locked === 1
  // Such as the invoice of a subscription.
  const isOnlyCharges = isReadOnly && Number(record?.grand_total ?? 0) !== 0
  return (
    <>
      {record === null && <TankFacts device_id={form.values.device_id} lines={lines} />}
      <Paper p="md" component="section" aria-labelledby="order-lines" data-field="details">
        <Group justify="space-between" mb="sm">
          <Title order={2} id="order-lines">
            {t('records.transaction_document_details.label')}
          </Title>
          {editButton?.(t('records.transaction_document_details.label'))}
          {!isReadOnly && !isLocked && (
            <Button variant="light" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
              {t('orders.add_line')}
            </Button>
          )}
        </Group>
        <Stack gap="sm" ref={place} className={styles.lines}>
          {record && lines.length === 0 && record.document_type !== 'credit_note' && !isOnlyCharges && (
            <Text size="sm" c="dimmed">
              {t('orders.no_lines')}
            </Text>
          )}
          {isReadOnly && record && lines.length > 0 && <OrderLinesRead record={record} />}
          {!isReadOnly &&
            shown.map((line, index) => (
              <LineRow
                // Another tank has another price.
                key={isForTank(line) ? `tank ${line.ordered_port_id}` : index}
                line={line}
                index={index}
                errors={form.errors}
                progress={record?.document_type === 'sales_order' ? storedLine(record, line) : undefined}
                isLocked={isLocked}
                isPriceLocked={isLocked && !isUnpriced(storedLine(record, line) ?? line)}
                usual={defaults?.unit_id ?? null}
                decides={decides}
                currency_id={form.values[COMPANY_CURRENCY]}
                company_id={form.values.company_id}
                document={form.values as unknown as PricedDocument}
                held={held}
                isSold={isSold((form.values.document_type ?? 'sales_order') as DocumentType)}
                onChange={(changes) => change(index, changes)}
                onRemove={isLocked || isBlank ? undefined : () => remove(index)}
                onNext={index === shown.length - 1 && !isLocked ? add : undefined}
              />
            ))}
          <OrderTotals form={form} record={record} isReadOnly={isReadOnly} />
        </Stack>
      </Paper>
    </>
  )
}

/** The lines in the form, and their changes; a new one takes the focus. */
function useLines(
  form: RecordForm<typeof transaction_documents>,
  place: RefObject<HTMLDivElement | null>,
  unit_id: number | null,
) {
  const lines = form.values['details'] as readonly Line[]
  const blank = { ...NEW_LINE, unit_id }
  const set = (details: readonly Line[]) => form.set({ details })
  return {
    lines,
    add: () => {
      set([...lines, blank])
      setTimeout(() => {
        const rows = place.current?.querySelectorAll<HTMLElement>('[data-line]')
        rows?.[rows.length - 1]?.querySelector<HTMLElement>('input')?.focus()
      }, 0)
    },
    change: (index: number, changes: Line) =>
      set(
        (lines.length > 0 ? lines : [blank]).map((line, at) =>
          at === index ? { ...line, ...changes } : line,
        ),
      ),
    remove: (index: number) => set(lines.filter((_, at) => at !== index)),
  }
}

function nameOf(units: readonly { id: number; label: string; unit_abbrev: string }[], id: string): string {
  const unit = units.find((item) => String(item.id) === id)
  return unit ? `${unit.unit_abbrev} · ${unit.label}` : id
}

interface LineRowProps {
  line: Line
  index: number
  /** Planned, delivered and invoiced so far, in its unit. */
  progress: Line | undefined
  /** The default unit: the one of the company. */
  usual: number | null
  /** False for customers who order: they set no prices. */
  decides: boolean
  /** Product, quantity and unit are fixed. */
  isLocked: boolean
  isPriceLocked: boolean
  errors: Readonly<Record<string, string>>
  currency_id: unknown
  company_id: unknown
  document: PricedDocument
  /** The product ids of the tanks concerned; null if unknown. */
  held: ReadonlySet<number> | null
  /** The business sets the price. */
  isSold: boolean
  onChange: (changes: Line) => void
  onRemove: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** The product ids of a device's tanks; null without a device or if its tanks name no product. */
function useHeldProducts(device_id: unknown): ReadonlySet<number> | null {
  const { data } = useDevice(device_id ? Number(device_id) : undefined)
  const held = (data?.ports ?? []).flatMap(({ product_id }) => product_id ?? [])
  return held.length > 0 ? new Set(held) : null
}

/** The stored line, unless its unit is being changed. */
function storedLine(record: OrderRecord, line: Line): Line | undefined {
  const rows = record.details ?? []
  return rows.find((row) => row.document_detail_id === line.document_detail_id)
}

function LineRow(props: LineRowProps) {
  const { line, index, progress, usual, decides, currency_id } = props
  const { onChange, onRemove, isPriceLocked } = props
  const { t } = useTranslation()
  const { money, placesOf } = useMoney()
  const { signOf } = useUnits()
  const unit_id = line.unit_id ?? usual
  const { source, asksReason } = useLinePrice(props, unit_id)
  const { labelOf, shared, next } = useLineInputs(props)
  const sign = signOf(unit_id)
  const priceLabel = sign ? t('orders.price_per', { unit: sign }) : labelOf('unit_price')
  return (
    <fieldset className={styles.line} data-line aria-label={t('orders.line', { number: index + 1 })}>
      <LineProduct {...props} />
      <LineQuantity {...props} />
      {decides && (
        <MoneyInput
          shared={{
            ...shared('unit_price', priceLabel),
            description: source,
            onKeyDown: next,
            disabled: isPriceLocked,
          }}
          value={line.unit_price}
          set={(value) => onChange({ unit_price: value })}
          currency_id={currency_id}
          decimals={PRICE_DECIMALS}
        />
      )}
      {decides && <LineDiscount {...props} />}
      <div className={styles.total}>
        <Text size="xs" c="dimmed">
          {labelOf('line_total')}
        </Text>
        <Text size="sm" fw={600}>
          {money(lineTotal(line as LineFigures, placesOf(currency_id)), currency_id)}
        </Text>
      </div>
      {asksReason && (
        <TextInput
          className={styles.progress}
          {...shared('price_reason')}
          maxLength={255}
          disabled={isPriceLocked}
          value={String(line.price_reason ?? '')}
          onChange={(event) => onChange({ price_reason: event.currentTarget.value })}
        />
      )}
      {onRemove && (
        <ActionIcon
          className={styles.remove}
          aria-label={t('orders.remove_line', { number: index + 1 })}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
      {progress && <LineProgress line={progress} className={styles.progress} />}
    </fieldset>
  )
}

/** Shared properties of a line's inputs. */
function useLineInputs({ line, index, errors, onChange, onNext }: LineRowProps) {
  const { t } = useTranslation()
  const labelOf = (name: string) => t(`records.transaction_document_details.fields.${name}`)
  const shared = (name: string, label: ReactNode = labelOf(name)) => ({
    label,
    error: errors[`details.${index}.${name}`],
    'data-field': `details.${index}.${name}`,
  })
  const figure = (name: string, label = labelOf(name)) => ({
    ...shared(name, label),
    value: line[name],
    onChange: (typed: string) => onChange({ [name]: typed }),
  })
  const next = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !onNext) return
    event.preventDefault()
    onNext()
  }
  return { labelOf, shared, figure, next }
}

function LineProduct(props: LineRowProps) {
  const { held, isSold, isLocked, onChange } = props
  const { product_id } = props.line
  const { shared } = useLineInputs(props)
  const { data: products = [] } = useOptions(tank_products)
  const newChoice = useNewChoice(tank_products, { set: (made) => onChange({ product_id: made }) })
  return (
    <SelectInput
      {...shared('product_id')}
      searchable
      disabled={isLocked}
      data={
        isSold && held
          ? products.filter(({ value }) => held.has(Number(value)) || value === String(product_id))
          : products
      }
      newChoice={newChoice}
      value={product_id == null ? null : String(product_id)}
      onChange={(value) => onChange({ product_id: value === null ? null : Number(value) })}
    />
  )
}

/** The quantity of a line and its unit. */
function LineQuantity(props: LineRowProps) {
  const { line, usual, isLocked, onChange } = props
  const { labelOf, shared, figure, next } = useLineInputs(props)
  const { units } = useUnits()
  const unit_id = line.unit_id ?? usual
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <NumberField {...figure('quantity')} onKeyDown={next} disabled={isLocked} />
      <SelectInput
        w={76}
        {...PHONE_INPUT}
        {...shared('unit_id', <span className={styles.hidden}>{labelOf('unit_id')}</span>)}
        comboboxProps={{ width: 'max-content' }}
        disabled={isLocked}
        data={units.map(({ id, unit_abbrev }) => ({ value: String(id), label: unit_abbrev }))}
        renderOption={({ option }) => nameOf(units, option.value)}
        value={unit_id == null ? null : String(unit_id)}
        onChange={(value) => onChange({ unit_id: Number(value) })}
      />
    </Group>
  )
}

/** The price found for a line, with its source as text, and whether a person typed another one than the rule gives, which needs a reason. */
function useLinePrice(
  { line, index, decides, errors, company_id, document, isSold, onChange }: LineRowProps,
  unit_id: Line['unit_id'],
) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { product_id, unit_price, quantity } = line
  // A saved line keeps its price.
  const isPriced = isSold && decides && (line.document_detail_id == null || isUnpriced(line))
  const price = useFoundPrice(
    { company_id, product_id, unit_id, quantity, unit_price },
    document,
    isPriced,
    (found) => onChange({ unit_price: found }),
  )
  const sourceOf = (found: typeof price) => {
    if (!isPriced || !found) return undefined
    if (found.unit_price === null) {
      const why =
        found.problem && t(`records.transaction_document_details.choices.price_problem.${found.problem}`)
      return isUnpriced(line) ? (why ?? t('orders.not_priced')) : undefined
    }
    if (!isSameAmount(found.unit_price, String(unit_price || 0))) return undefined
    if (found.source === 'last_price') return t('orders.last_price', { date: date(found.document_date!) })
    return found.source === 'list_price'
      ? t('orders.list_price')
      : t(`records.transaction_document_details.choices.price_source.${found.source}`)
  }
  // A price rule decides, and a person typed another price.
  const isOverruled =
    Boolean(isPriced && price?.is_ruled && !isUnpriced(line)) &&
    !isSameAmount(price?.unit_price ?? '0', String(unit_price || 0))
  const asksReason =
    decides && (isOverruled || line.price_reason != null || Boolean(errors[`details.${index}.price_reason`]))
  return { source: sourceOf(price), asksReason }
}

/** The discount of a line: an amount, or a percentage. */
function LineDiscount(props: LineRowProps) {
  const { line, currency_id, isPriceLocked, onChange } = props
  const { labelOf, shared, figure, next } = useLineInputs(props)
  const { t } = useTranslation()
  const { marksOf } = useMoney()
  const marks = marksOf(currency_id)
  const isPercent = line.line_discount_type === 'P'
  const discount = isPercent ? 'line_discount_percentage' : 'line_discount_amount'
  const label = labelOf('line_discount_amount')
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      {isPercent ? (
        <NumberField {...figure(discount, label)} onKeyDown={next} disabled={isPriceLocked} />
      ) : (
        <MoneyInput
          shared={{ ...shared(discount, label), onKeyDown: next, disabled: isPriceLocked }}
          value={line[discount]}
          set={(value) => onChange({ [discount]: value })}
          currency_id={currency_id}
        />
      )}
      <SelectInput
        w={64}
        {...PHONE_INPUT}
        disabled={isPriceLocked}
        label={<span className={styles.hidden}>{labelOf('line_discount_type')}</span>}
        data={(['A', 'P'] as const).map((value) => ({
          value,
          label:
            (value === 'A' && (marks?.prefix || marks?.suffix)) ||
            t(`records.transaction_document_details.choices.line_discount_type.${value}`),
        }))}
        value={isPercent ? 'P' : 'A'}
        onChange={(value) => onChange({ line_discount_type: value })}
      />
    </Group>
  )
}
