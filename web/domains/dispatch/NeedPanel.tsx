import { useDroppable } from '@dnd-kit/core'
import {
  ActionIcon,
  Box,
  Button,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { IconCircleCheck, IconSearch, IconTruckLoading, IconX } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import { NEED_RANKS, type NeedRank } from '#core/domains/dispatch/judgeNeed.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import type { VolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { addressOfFill } from '#web/domains/telemetry/tank/fillAddress.ts'
import { useNextDelivery } from '#web/domains/telemetry/tank/NextDelivery.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useDeferredCount } from '#web/ui/useDeferredCount.ts'
import type { Board, Need, Needs, Truck } from './boardTypes.ts'
import styles from './Dispatch.module.css'
import { NeedRow, namesOf } from './NeedRow.tsx'
import { OrdersToRelease } from './needs/OrdersToRelease.tsx'
import { UnplannedTanks } from './needs/UnplannedTanks.tsx'
import { TruckMenu } from './TruckMenu.tsx'

/** The filters of the list, from the address. */
export interface NeedChoice {
  rank: NeedRank | undefined
  search: string
  company_id: number | undefined
  product_id: number | undefined
  /** Only the needs of this device, from which the user came. */
  device_id: number | undefined
}

interface NeedPanelProps {
  needs: Needs
  board: Board
  volumes: VolumeUnits
  choice: NeedChoice
  onChoice: (changes: Partial<NeedChoice>) => void
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
  /** The user came to put the chosen needs on a truck. */
  isRequested: boolean
  /** The user came for an order or a tank that is not among the needs. */
  missing: { document_id: number | null } | undefined
  mayPlan: boolean
  isBusy: boolean
  onPut: (needs: readonly Need[], truck: Truck) => void
  onPoint: (device_id: number | null) => void
  onMore: (() => void) | undefined
}

/** Needs by rank, the most urgent first, to search, select and put on a truck. */
export function NeedPanel(props: NeedPanelProps) {
  const { needs, chosen, missing, mayPlan, onMore } = props
  const { t } = useTranslation()
  const { setNodeRef, isOver } = useDroppable({ id: 'needs', data: { isNeeds: true }, disabled: !mayPlan })
  const [active, setActive] = useState<string>()
  const picked = needs.needs.filter(({ key }) => chosen.has(key))
  return (
    <section
      ref={setNodeRef}
      className={styles.needs}
      data-is-over={isOver || undefined}
      aria-label={t('dispatch.needs')}
    >
      <NeedFilters {...props} />
      <Box className={styles.list} data-by-arrows onKeyDown={walk}>
        {missing && (missing.document_id !== null || needs.needs.length > 0) && <Missing {...missing} />}
        <OrdersToRelease />
        <UnplannedTanks unplanned={needs.unplanned} />
        {needs.needs.length === 0 && <NothingNeeded {...props} />}
        <RankSections {...props} rows={rowsOf(props, { t, active, onActive: setActive })} />
        {needs.total > needs.needs.length && <MoreNeeds needs={needs} onMore={onMore} />}
      </Box>
      {picked.length > 0 && <ChosenBar {...props} picked={picked} />}
    </section>
  )
}

interface RankedRow {
  rank: NeedRank
  row: ReactElement
}

interface RowsFacts {
  t: TFunction
  active: string | undefined
  onActive: (key: string) => void
}

/** The rows of all needs, rank by rank. Tab reaches one of them, arrows the others. */
function rowsOf(props: NeedPanelProps, { t, active, onActive }: RowsFacts) {
  const { needs, board, volumes, chosen, onChosen, mayPlan, onPut, onPoint } = props
  const all = NEED_RANKS.flatMap((rank) => needs.needs.filter((need) => need.rank === rank))
  const reached = all.find(({ key }) => key === active) ?? all[0]
  const menu = { board, volumes }
  const names = namesOf(t, needs.needs)
  const toggle = ({ key }: Need) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    onChosen(next)
  }
  const rowOf = (need: Need): RankedRow => ({
    rank: need.rank,
    row: (
      <NeedRow
        key={need.key}
        {...{ need, volumes, mayPlan, menu, onPoint }}
        name={getOrThrow(names, need.key)}
        isChosen={chosen.has(need.key)}
        tabIndex={need === reached ? 0 : -1}
        onFocus={() => onActive(need.key)}
        hasCompany={needs.companies.length > 1}
        onToggle={() => toggle(need)}
        onPut={(truck) => onPut([need], truck)}
      />
    ),
  })
  return all.map(rowOf)
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Moves to the same control of the next or previous row. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const { target, currentTarget } = event
  const row = target instanceof Element && target.closest('li')
  if (!step || !row) return
  event.preventDefault()
  const rows = [...currentTarget.querySelectorAll('li')]
  const next = rows[rows.indexOf(row) + step]
  const same =
    next?.querySelector<HTMLElement>(target.tagName) ?? next?.querySelector<HTMLElement>('a, input')
  same?.focus()
}

/** Needs that are drawn at once. */
const DRAWN_AT_ONCE = 8

/**
 * The rows under their ranks: more of them follow below in steps, so that nothing moves. A component of its own, so that a step
 * renders only the rows that it adds.
 */
function RankSections({ rows, ...props }: NeedPanelProps & { rows: readonly RankedRow[] }) {
  const drawn = useDeferredCount(DRAWN_AT_ONCE, rows.length)
  const shown = rows.slice(0, Math.max(DRAWN_AT_ONCE, drawn))
  return NEED_RANKS.map((rank) => (
    <RankSection key={rank} {...props} rank={rank}>
      {shown.filter((one) => one.rank === rank).map(({ row }) => row)}
    </RankSection>
  ))
}

interface RankSectionProps extends NeedPanelProps {
  rank: NeedRank
  children: readonly ReactElement[]
}

/** The needs of a rank; nothing without any. */
function RankSection({ rank, children, ...props }: RankSectionProps) {
  const { t } = useTranslation()
  if (children.length === 0) return null
  return (
    <section aria-label={t(`dispatch.rank.${rank}`)}>
      <Group justify="space-between" wrap="nowrap" className={styles.rank} data-rank={rank}>
        <Title order={2} size="h3">
          {t(`dispatch.rank.${rank}`)}{' '}
          <Text span size="sm" c="dimmed" data-figures>
            {props.needs.counts[rank]}
          </Text>
        </Title>
        {props.mayPlan && <PutAll {...props} rank={rank} />}
      </Group>
      <ul className={styles.plain}>{children}</ul>
    </section>
  )
}

function PutAll({ rank, needs, board, volumes, isBusy, onPut }: NeedPanelProps & { rank: NeedRank }) {
  const { t } = useTranslation()
  const own = needs.needs.filter((need) => need.rank === rank)
  return (
    <TruckMenu {...{ board, volumes }} needs={own} onChoose={(truck) => onPut(own, truck)}>
      <Button
        size="compact-sm"
        variant="default"
        disabled={isBusy}
        leftSection={<IconTruckLoading size={14} aria-hidden />}
      >
        {t('dispatch.put_all')}
      </Button>
    </TruckMenu>
  )
}

function MoreNeeds({ needs, onMore }: Pick<NeedPanelProps, 'needs' | 'onMore'>) {
  const { t } = useTranslation()
  return (
    <Stack align="center" gap={4} p="sm">
      <Text size="xs" c="dimmed">
        {t('dispatch.shown_of', { count: needs.total, shown: needs.needs.length })}
      </Text>
      {onMore && (
        <Button size="compact-sm" variant="default" onClick={onMore}>
          {t('dispatch.show_more')}
        </Button>
      )}
    </Stack>
  )
}

/** The selected needs, with their actions. */
function ChosenBar({ picked, ...props }: NeedPanelProps & { picked: readonly Need[] }) {
  const { board, volumes, onChosen, isRequested, isBusy, onPut } = props
  const { t } = useTranslation()
  return (
    <Group className={styles.chosenBar} justify="space-between" wrap="nowrap" gap="xs">
      <Text size="sm" fw={600} data-figures>
        {t('dispatch.chosen', {
          count: picked.length,
          quantity: volumes.text(
            picked.reduce((sum, { quantity_liters }) => sum + quantity_liters, 0),
            0,
          ),
        })}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <TruckMenu
          {...{ board, volumes }}
          needs={picked}
          isOpen={isRequested}
          onChoose={(truck) => onPut(picked, truck)}
        >
          <Button size="xs" disabled={isBusy} leftSection={<IconTruckLoading size={16} aria-hidden />}>
            {t('dispatch.put_on')}
          </Button>
        </TruckMenu>
        <ActionIcon aria-label={t('dispatch.choose_none')} onClick={() => onChosen(new Set())}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  )
}

/** Why the order or the tank that the user came for is not listed. */
function Missing({ document_id }: { document_id: number | null }) {
  const { t } = useTranslation()
  const next = useNextDelivery(document_id === null ? null : { document_id })
  const round = next?.shipment_number
  return (
    <Text size="sm" p="xs" role="status">
      {document_id === null
        ? t('dispatch.missing_tank')
        : round
          ? t('dispatch.missing_planned', { round })
          : t('dispatch.missing_order')}
    </Text>
  )
}

/** No needs at all, or none of the device from which the user came; a shipment for it can still be started. */
function NothingNeeded({ needs, board, choice: { device_id } }: NeedPanelProps) {
  const { t } = useTranslation()
  const isLoaded = board.rounds.some(({ loads }) => loads.some((load) => load.device_id === device_id))
  const isPlanned = isLoaded || needs.counts.planned > 0
  if (device_id === undefined) {
    return (
      <EmptyState
        Icon={IconCircleCheck}
        color="fine"
        title={t('dispatch.nothing_needed')}
        help={t('dispatch.nothing_needed_help')}
      />
    )
  }
  return (
    <EmptyState
      Icon={IconCircleCheck}
      color="fine"
      title={t('dispatch.nothing_here')}
      help={t(isPlanned ? 'dispatch.nothing_here_planned' : 'dispatch.nothing_here_help')}
    >
      <Button
        component={Link}
        size="xs"
        variant="default"
        to={addressOfFill('/shipment_planners/new', device_id, null)}
      >
        {t('dispatch.begin_shipment')}
      </Button>
    </EmptyState>
  )
}

function NeedFilters({ needs, choice, onChoice }: NeedPanelProps) {
  const { t } = useTranslation()
  const place = needs.needs[0]?.place
  return (
    <Stack gap="xs" className={styles.filters}>
      <TextInput
        size="sm"
        aria-label={t('resources.search')}
        placeholder={t('dispatch.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={choice.search}
        onChange={(event) => onChoice({ search: event.currentTarget.value })}
      />
      <OwnerFilters {...{ needs, choice, onChoice }} />
      <RankFilter {...{ needs, choice, onChoice }} />
      {choice.device_id !== undefined && (
        <Button
          size="compact-sm"
          variant="light"
          justify="space-between"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={t('dispatch.show_all_needs')}
          onClick={() => onChoice({ device_id: undefined })}
        >
          {place ? t('dispatch.one_device', { place }) : t('dispatch.one_device_unnamed')}
        </Button>
      )}
      {needs.counts.planned > 0 && (
        <Text size="xs" c="dimmed">
          {t('dispatch.planned', { count: needs.counts.planned })}
        </Text>
      )}
    </Stack>
  )
}

function RankFilter({ needs, choice, onChoice }: FilterProps) {
  const { t } = useTranslation()
  const all = needs.counts.must + needs.counts.should + needs.counts.could
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={t('dispatch.urgency')}
      value={choice.rank ?? 'all'}
      onChange={(value) => onChoice({ rank: value === 'all' ? undefined : value })}
      data={[
        { value: 'all', label: `${t('dispatch.all')} ${all}` },
        ...NEED_RANKS.map((rank) => ({
          value: rank,
          label: `${t(`dispatch.rank_short.${rank}`)} ${needs.counts[rank]}`,
        })),
      ]}
    />
  )
}

type FilterProps = Pick<NeedPanelProps, 'needs' | 'choice' | 'onChoice'>

/** Narrows by customer and product. */
function OwnerFilters({ needs, choice, onChoice }: FilterProps) {
  const { t } = useTranslation()
  const options = (found: Needs['companies']) =>
    found.map(({ id, title, count }) => ({ value: String(id), label: `${title} (${count})` }))
  return (
    <Group gap="xs" grow wrap="nowrap">
      {(choice.company_id !== undefined || needs.companies.length > 1) && (
        <Select
          size="xs"
          clearable
          searchable
          aria-label={t('dispatch.company')}
          placeholder={t('dispatch.company')}
          data={options(needs.companies)}
          value={choice.company_id === undefined ? null : String(choice.company_id)}
          onChange={(id) => onChoice({ company_id: id ? Number(id) : undefined })}
        />
      )}
      <Select
        size="xs"
        clearable
        searchable
        aria-label={t('dispatch.product')}
        placeholder={t('dispatch.product')}
        data={options(needs.products)}
        value={choice.product_id === undefined ? null : String(choice.product_id)}
        onChange={(id) => onChoice({ product_id: id ? Number(id) : undefined })}
      />
    </Group>
  )
}
