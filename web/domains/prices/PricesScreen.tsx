import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Decimal } from 'decimal.js'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { listPostedToday, postPrices } from '#core/domains/prices/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { PRICE_DECIMALS, pricePlaces } from '#core/platform/numbers/money.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useCommand } from '#web/platform/useCommand.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { MoneyInput } from '#web/resources/form/inputs/MoneyInput.tsx'
import { LeaveGuard } from '#web/resources/form/LeaveGuard.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { type DataColumn, DataTable } from '#web/ui/DataTable.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { messageOf, refusalOf } from '#web/ui/StepDialog.tsx'

type Today = ResponseOf<typeof listPostedToday>
type Posted = Today['posted'][number]

const LISTS = ['price_rules', 'price_classes', 'price_fees', 'posted_prices', 'terminals'] as const

/** Today's posted prices of a seller: what changed since yesterday, and one save for all new ones. */
export function PricesScreen() {
  const { t } = useTranslation()
  usePageTitle(t('screens.prices'))
  const [seller, setSeller] = useState<string>()
  const { data, isError, error, refetch } = useToday(seller)
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
            w={320}
            maw="100%"
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

function useToday(seller: string | undefined) {
  const query = seller ? { company_id: seller } : {}
  return useQuery({
    queryKey: ['posted_prices', 'today', seller ?? null],
    queryFn: reading<typeof listPostedToday>('/prices/today', { query }),
  })
}

const keyOf = ({ terminal_id, product_id }: Pick<Posted, 'terminal_id' | 'product_id'>) =>
  `${terminal_id} ${product_id}`

function PostedTable({ today }: { today: Today }) {
  const { t } = useTranslation()
  const { posted } = today
  const mayPost = useMay()('transaction_documents.create')
  const columns = usePostedColumns(today)
  const { prices, save, newPrice } = useNewPrices(today)
  // Nothing leaves this screen by itself.
  const isSaved = useRef(false)
  const post = useCheckedPost(today, prices, () => save.mutate())
  return (
    <Paper p="md">
      {posted.length === 0 && <Text c="dimmed">{t('prices.none')}</Text>}
      {posted.length > 0 && (
        <DataTable
          label={t('screens.prices')}
          rows={posted}
          keyOf={keyOf}
          labelOf={({ product_title, terminal_title }) => `${product_title}, ${terminal_title}`}
          columns={mayPost ? [...columns, newPrice] : columns}
        />
      )}
      {refusalOf(save.error) && <ErrorState error={save.error} onRetry={() => save.mutate()} />}
      <LeaveGuard isDirty={prices.length > 0} isSaved={isSaved} />
      {mayPost && (
        <Group justify="space-between" mt="sm">
          <Button
            variant="light"
            leftSection={<IconPlus size={14} aria-hidden />}
            component={Link}
            to="/posted_price"
          >
            {t('prices.add')}
          </Button>
          <Button disabled={prices.length === 0} loading={save.isPending} onClick={post}>
            {prices.length === 0 ? t('prices.save_none') : t('prices.save', { count: prices.length })}
          </Button>
        </Group>
      )}
    </Paper>
  )
}

/** A change of a posted price by more than this part is questioned: prices of a day seldom move as far, and a lost point does. */
const USUAL_CHANGE = 0.2

/** Text that is not a number is not a change: its field reports it. */
const isPrice = (typed: string) => typed !== '' && !Number.isNaN(Number(typed))

function isUnusual(before: string, after: string): boolean {
  return new Decimal(after).minus(before).abs().greaterThan(new Decimal(before).times(USUAL_CHANGE))
}

/** The change by a typed price, below it. */
function NewPriceChange({
  before,
  after,
  currency_id,
}: {
  before: string
  after: string
  currency_id: Today['currency_id']
}) {
  const { t } = useTranslation()
  const changeOf = useChange(currency_id)
  if (!isPrice(after)) return null
  const change = changeOf(before, after)
  return (
    <Text size="xs" c={isUnusual(before, after) ? 'urgent' : 'dimmed'}>
      {isUnusual(before, after) ? t('prices.unusual', { change }) : <bdi>{change}</bdi>}
    </Text>
  )
}

/** A change of a price, with its sign. */
function useChange(currency_id: Today['currency_id']) {
  const { price } = useMoney()
  return (before: string, after: string) => {
    const change = new Decimal(after).minus(before)
    return change.isZero() ? '–' : `${change.isPositive() ? '+' : ''}${price(change.toFixed(), currency_id)}`
  }
}

/** Posts new prices; asks first if some of them are far from the current ones. */
function useCheckedPost({ posted, currency_id }: Today, prices: readonly NewPrice[], post: () => void) {
  const { t } = useTranslation()
  const { price } = useMoney()
  const confirm = useConfirm()
  return () => {
    const unusual = posted.flatMap((row) => {
      const after = prices.find((item) => keyOf(item) === keyOf(row))?.unit_price
      return after && isPrice(after) && isUnusual(row.unit_price, after) ? [{ row, after }] : []
    })
    if (unusual.length === 0) return post()
    confirm({
      title: t('prices.unusual_title', { count: unusual.length }),
      why: unusual.map(({ row, after }) => (
        <Text key={keyOf(row)} size="sm">
          {t('prices.unusual_price', {
            product: row.product_title,
            terminal: row.terminal_title,
            before: price(row.unit_price, currency_id),
            after: price(after, currency_id),
          })}
        </Text>
      )),
      action: t('prices.save', { count: prices.length }),
      onConfirm: post,
    })
  }
}

type NewPrice = Pick<Posted, 'terminal_id' | 'product_id' | 'unit_id' | 'unit_price'>

/** New prices as typed, and their save. */
function useNewPrices({ company_id, currency_id, posted }: Today) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const prices = posted.flatMap(({ terminal_id, product_id, unit_id }) => {
    const unit_price = typed[keyOf({ terminal_id, product_id })]
    return unit_price ? [{ terminal_id, product_id, unit_id, unit_price }] : []
  })
  const save = useCommand(
    ['posted_prices', 'transaction_documents'],
    () => request<typeof postPrices>('POST', '/prices/posted', { body: { company_id, prices } }),
    ({ priced }) => {
      setTyped({})
      if (priced > 0) notifications.show({ message: t('prices.priced', { count: priced }) })
    },
  )
  const inputOf = (row: Posted) => ({
    shared: {
      'aria-label': t('prices.new_price_of', { product: row.product_title, terminal: row.terminal_title }),
      error: priceErrorOf(
        save.error,
        prices.findIndex((price) => keyOf(price) === keyOf(row)),
      ),
    },
    value: typed[keyOf(row)] ?? '',
    set: (next: string) => setTyped((all) => ({ ...all, [keyOf(row)]: next })),
  })
  const newPrice: DataColumn<Posted> = {
    title: t('prices.new_price'),
    isFigure: true,
    cell: (row) => (
      <>
        <MoneyInput {...inputOf(row)} currency_id={currency_id} decimals={PRICE_DECIMALS} />
        <NewPriceChange before={row.unit_price} after={inputOf(row).value} currency_id={currency_id} />
      </>
    ),
  }
  return { prices, save, newPrice }
}

/** Why the price at an index of those sent was refused. */
function priceErrorOf(error: unknown, index: number): string | undefined {
  return ['unit_price', 'valid_from']
    .map((field) => messageOf(error, `prices.${index}.${field}`))
    .find(Boolean)
}

/** The prices of today: since when, the change since yesterday, and the list price. */
function usePostedColumns({ currency_id, posted }: Today): DataColumn<Posted>[] {
  const { t } = useTranslation()
  const { price } = useMoney()
  const { instant } = useFormat()
  const changeOf = useChange(currency_id)
  const posts = pricePlaces(posted.map(({ unit_price }) => unit_price))
  const lists = pricePlaces(posted.map(({ list_price }) => list_price))
  return [
    {
      title: t('prices.product'),
      cell: ({ product_title, terminal_title }) => (
        <>
          <Text size="sm" fw={600} component="bdi">
            {product_title}
          </Text>
          <Text size="xs" c="dimmed">
            {terminal_title}
          </Text>
        </>
      ),
    },
    {
      title: t('prices.today'),
      isFigure: true,
      // It wraps, so that on a phone there is room for the new price.
      cell: ({ unit_price, unit_title, valid_from }) => (
        <div style={{ whiteSpace: 'normal' }}>
          <Text size="sm">
            <bdi>
              {price(unit_price, currency_id, posts)} / {unit_title}
            </bdi>
          </Text>
          <Text size="xs" c="dimmed">
            {t('prices.since', { at: instant(valid_from) })}
          </Text>
        </div>
      ),
    },
    {
      title: t('prices.change'),
      isFigure: true,
      isWide: true,
      cell: ({ unit_price, yesterday }) => <bdi>{changeOf(yesterday ?? unit_price, unit_price)}</bdi>,
    },
    {
      title: t('prices.list_price'),
      isFigure: true,
      isWide: true,
      cell: ({ list_price }) => (
        <bdi>{list_price === null ? '–' : price(list_price, currency_id, lists)}</bdi>
      ),
    },
  ]
}
