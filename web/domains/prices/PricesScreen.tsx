import { Anchor, Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Decimal } from 'decimal.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { listPostedToday, postPrices } from '#core/domains/prices/calls.ts'
import { units_of_measure } from '#core/domains/settings/units_of_measure.ts'
import { terminals } from '#core/domains/shipments/terminals.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import { PRICE_DECIMALS } from '#core/platform/money.ts'
import { CallRefused } from '#web/platform/api.ts'
import { request } from '#web/platform/request.ts'
import { useMay } from '#web/platform/session.tsx'
import { useFormat } from '#web/platform/useFormat.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { MoneyInput } from '#web/resources/form/MoneyInput.tsx'
import { SelectInput } from '#web/resources/form/SelectInput.tsx'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { useOptions } from '#web/resources/useOptions.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

type Today = AnswerOf<typeof listPostedToday>
type Posted = Today['posted'][number]

/** A row to post: one that is posted already, or an added one. */
interface Typed {
  terminal_id: number | null
  product_id: number | null
  unit_id: number | null
  unit_price: string
}

const LISTS = ['price_rules', 'price_classes', 'price_fees', 'posted_prices', 'terminals'] as const

/** Today's posted prices of a seller: what changed since yesterday, and one save for all new ones. */
export function PricesScreen() {
  const { t } = useTranslation()
  usePageTitle(t('screens.prices'))
  const [seller, setSeller] = useState<string>()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['posted_prices', 'today', seller ?? null],
    queryFn: ({ signal }) =>
      request<typeof listPostedToday>('GET', '/prices/today', {
        query: seller ? { company_id: seller } : {},
        signal,
      }),
  })
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <Stack gap="md" maw="var(--ullage-page)">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={1}>{t('screens.prices')}</Title>
          <Text c="dimmed">{t('prices.intro')}</Text>
        </div>
        {data.sellers.length > 1 && (
          <SelectInput
            label={t('prices.seller')}
            data={data.sellers.map(({ company_id, company_title }) => ({
              value: String(company_id),
              label: company_title,
            }))}
            value={String(data.company_id)}
            onChange={(value) => value && setSeller(value)}
          />
        )}
      </Group>
      <Group gap="lg">
        {LISTS.map((name) => (
          <Anchor key={name} component={Link} to={`/${name}`} size="sm">
            {t(`records.${name}.label`)}
          </Anchor>
        ))}
      </Group>
      <PostedTable key={data.company_id} today={data} />
    </Stack>
  )
}

const keyOf = ({ terminal_id, product_id }: Pick<Posted, 'terminal_id' | 'product_id'>) =>
  `${terminal_id} ${product_id}`

function PostedTable({ today }: { today: Today }) {
  const { t } = useTranslation()
  const { company_id, currency_id, posted } = today
  const mayPost = useMay()('transaction_documents.create')
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [added, setAdded] = useState<readonly Typed[]>([])
  const client = useQueryClient()
  const prices = [
    ...posted.map((row): Typed => ({ ...row, unit_price: typed[keyOf(row)] ?? '' })),
    ...added,
  ].filter(({ unit_price }) => unit_price !== '')
  const save = useMutation({
    mutationFn: () =>
      request<typeof postPrices>('POST', '/prices/posted', {
        body: {
          company_id,
          prices: prices.map(({ terminal_id, product_id, unit_id, unit_price }) => ({
            terminal_id: terminal_id ?? 0,
            product_id: product_id ?? 0,
            unit_id: unit_id ?? 0,
            unit_price,
          })),
        },
      }),
    onSuccess: ({ priced }) => {
      setTyped({})
      setAdded([])
      if (priced > 0) notifications.show({ message: t('prices.priced', { count: priced }) })
      void client.invalidateQueries({ queryKey: ['posted_prices'] })
      void client.invalidateQueries({ queryKey: ['transaction_documents'] })
    },
  })
  const errorOf = (row: Typed, ...fields: string[]) => errorsOf(save.error, prices.indexOf(row), fields)
  const rowOf = (row: Posted) => prices.find((one) => keyOf(one as Posted) === keyOf(row))
  return (
    <Paper p="md">
      {posted.length === 0 && added.length === 0 && <Text c="dimmed">{t('prices.none')}</Text>}
      {posted.length > 0 && (
        <Table.ScrollContainer minWidth={0}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('prices.product')}</Table.Th>
                <Table.Th ta="end">{t('prices.today')}</Table.Th>
                <Table.Th ta="end" visibleFrom="sm">
                  {t('prices.change')}
                </Table.Th>
                <Table.Th ta="end" visibleFrom="sm">
                  {t('prices.list_price')}
                </Table.Th>
                {mayPost && <Table.Th>{t('prices.new_price')}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {posted.map((row) => {
                const sent = rowOf(row)
                return (
                  <PostedRow
                    key={keyOf(row)}
                    {...{ row, currency_id, mayPost }}
                    value={typed[keyOf(row)] ?? ''}
                    error={sent && errorOf(sent, 'unit_price', 'valid_from')}
                    onType={(value) => setTyped((all) => ({ ...all, [keyOf(row)]: value }))}
                  />
                )
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {mayPost && (
        <Stack gap="sm" mt="sm">
          {added.map((row, index) => (
            <AddedRow
              key={index}
              {...{ row, currency_id }}
              errorOf={(...fields) => errorOf(row, ...fields)}
              onChange={(changes) =>
                setAdded((all) => all.map((one, at) => (at === index ? { ...one, ...changes } : one)))
              }
            />
          ))}
          {save.isError && !(save.error instanceof CallRefused && save.error.answer.errors) && (
            <ErrorState error={save.error} onRetry={() => save.mutate()} />
          )}
          <Group justify="space-between">
            <Button
              variant="light"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() =>
                setAdded((all) => [
                  ...all,
                  {
                    terminal_id: null,
                    product_id: null,
                    unit_id: posted[0]?.unit_id ?? null,
                    unit_price: '',
                  },
                ])
              }
            >
              {t('prices.add')}
            </Button>
            <Button disabled={prices.length === 0} loading={save.isPending} onClick={() => save.mutate()}>
              {t('prices.save', { count: prices.length })}
            </Button>
          </Group>
        </Stack>
      )}
    </Paper>
  )
}

/** What was refused at some fields of a row. */
function errorsOf(error: unknown, index: number, fields: readonly string[]): string | undefined {
  if (!(error instanceof CallRefused) || index < 0) return undefined
  return error.answer.errors?.find((one) => fields.some((field) => one.field === `prices.${index}.${field}`))
    ?.message
}

interface PostedRowProps {
  row: Posted
  currency_id: number
  mayPost: boolean
  value: string
  error: string | undefined
  onType: (value: string) => void
}

function PostedRow({ row, currency_id, mayPost, value, error, onType }: PostedRowProps) {
  const { t } = useTranslation()
  const { price } = useMoney()
  const { instant } = useFormat()
  const { product_title, terminal_title, unit_title, unit_price, yesterday, list_price } = row
  const change = yesterday === null ? null : new Decimal(unit_price).minus(yesterday)
  return (
    <Table.Tr aria-label={`${product_title}, ${terminal_title}`}>
      <Table.Td>
        <Text size="sm" fw={600} component="bdi">
          {product_title}
        </Text>
        <Text size="xs" c="dimmed">
          {terminal_title}
        </Text>
      </Table.Td>
      <Table.Td ta="end">
        <Text size="sm">
          <bdi>
            {price(unit_price, currency_id)} / {unit_title}
          </bdi>
        </Text>
        <Text size="xs" c="dimmed">
          {t('prices.since', { at: instant(row.valid_from) })}
        </Text>
      </Table.Td>
      <Table.Td ta="end" visibleFrom="sm">
        <bdi>
          {change && !change.isZero()
            ? `${change.isPositive() ? '+' : ''}${price(change.toFixed(), currency_id)}`
            : '–'}
        </bdi>
      </Table.Td>
      <Table.Td ta="end" visibleFrom="sm">
        <bdi>{list_price === null ? '–' : price(list_price, currency_id)}</bdi>
      </Table.Td>
      {mayPost && (
        <Table.Td>
          <MoneyInput
            shared={{
              'aria-label': t('prices.new_price_of', { product: product_title, terminal: terminal_title }),
              error,
            }}
            value={value}
            set={(next) => onType(String(next ?? ''))}
            currency_id={currency_id}
            decimals={PRICE_DECIMALS}
          />
        </Table.Td>
      )}
    </Table.Tr>
  )
}

interface AddedRowProps {
  row: Typed
  currency_id: number
  errorOf: (...fields: string[]) => string | undefined
  onChange: (changes: Partial<Typed>) => void
}

function AddedRow({ row, currency_id, errorOf, onChange }: AddedRowProps) {
  const { t } = useTranslation()
  const { data: racks = [] } = useOptions(terminals)
  const { data: products = [] } = useOptions(tank_products)
  const { data: units = [] } = useOptions(units_of_measure)
  const select = (name: 'terminal_id' | 'product_id' | 'unit_id', label: string, data: typeof racks) => (
    <SelectInput
      label={label}
      searchable
      data={data}
      value={row[name] === null ? null : String(row[name])}
      error={errorOf(name)}
      onChange={(value) => onChange({ [name]: value === null ? null : Number(value) })}
    />
  )
  return (
    <Group align="flex-start" gap="sm" role="group" aria-label={t('prices.add')}>
      {select('terminal_id', t('prices.terminal'), racks)}
      {select('product_id', t('prices.product'), products)}
      {select('unit_id', t('prices.unit'), units)}
      <MoneyInput
        shared={{ label: t('prices.new_price'), error: errorOf('unit_price', 'valid_from') }}
        value={row.unit_price}
        set={(value) => onChange({ unit_price: String(value ?? '') })}
        currency_id={currency_id}
        decimals={PRICE_DECIMALS}
      />
    </Group>
  )
}
