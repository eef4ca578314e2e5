import { useDraggable } from '@dnd-kit/core'
import { ActionIcon, Anchor, Badge, Box, Checkbox, Text } from '@mantine/core'
import { IconTruckLoading } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { placeName } from '#core/domains/devices/placeName.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import type { VolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import levelStyles from '#web/domains/telemetry/level/LevelBar.module.css'
import { levelAppearanceOf } from '#web/domains/telemetry/level/levelAppearances.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'
import type { Need } from './boardTypes.ts'
import styles from './Dispatch.module.css'
import { NeedTitle } from './NeedTitle.tsx'
import { TruckMenu, type TruckMenuProps } from './TruckMenu.tsx'
import { useReasonText } from './useReasonText.ts'

interface NeedRowProps {
  need: Need
  /** Unique in the list. */
  name: string
  volumes: VolumeUnits
  isChosen: boolean
  /** False if all needs are of one customer. */
  hasCompany: boolean
  mayPlan: boolean
  /** Of its controls. */
  tabIndex: number
  onFocus: () => void
  onToggle: () => void
  onPoint: (device_id: number | null) => void
  menu: Omit<TruckMenuProps, 'onChoose' | 'needs' | 'children'>
  onPut: TruckMenuProps['onChoose']
}

/** The name of a need: place and product. */
export function needName({
  place,
  company_title,
  product_title,
}: Pick<Need, 'place' | 'company_title' | 'product_title'>): string {
  return placeName({ label: place || company_title, public_id: '', products: [product_title] })
}

type Named = Pick<Need, 'key' | 'place' | 'company_title' | 'product_title' | 'public_id' | 'port_number'>

/** The names of needs by key; those that share one also have the device, or the tank's number on it. */
export function namesOf(t: TFunction, needs: readonly Named[]): ReadonlyMap<string, string> {
  const alike = groupBy(needs, needName)
  return new Map(
    needs.map((need) => {
      const name = needName(need)
      const { public_id, port_number } = need
      const others = alike.get(name) ?? []
      const isOtherDevice = others.some((one) => one.public_id !== public_id)
      const isOtherTank = others.some((one) => one.port_number !== port_number)
      const marks = [
        isOtherDevice && public_id,
        isOtherTank && port_number !== null && t('dispatch.tank_number', { number: port_number }),
      ]
      return [need.key, [name, ...marks.filter(Boolean)].join(' · ')]
    }),
  )
}

/** A need in two lines: place and quantity, reason and level. Drag it to a truck, or put it on one by its menu. */
export function NeedRow(props: NeedRowProps) {
  const { need, name, volumes, isChosen, hasCompany, tabIndex, onFocus, onToggle, onPoint, menu, onPut } =
    props
  // A need that a round serves too late is shown but changed at that round: no more can be put on another. Less than one of the
  // reader's units counts as nothing: a room is rounded down.
  const isLeft = need.quantity_liters >= volumes.size
  const mayPlan = props.mayPlan && isLeft
  const { t } = useTranslation()
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: need.key,
    data: { need },
    disabled: !mayPlan,
  })
  return (
    <li
      ref={setNodeRef}
      className={styles.need}
      data-rank={need.rank}
      data-is-chosen={isChosen || undefined}
      data-is-dragging={isDragging || undefined}
      data-is-fixed={!mayPlan || undefined}
      onFocus={onFocus}
      onPointerEnter={() => onPoint(need.device_id)}
      onPointerLeave={() => onPoint(null)}
      {...listeners}
    >
      {mayPlan && (
        <Checkbox
          size="xs"
          className={styles.check}
          tabIndex={tabIndex}
          checked={isChosen}
          onChange={onToggle}
          aria-label={t('dispatch.choose', { name })}
        />
      )}
      <NeedText {...{ need, name, isLeft, volumes, hasCompany, tabIndex }} />
      {mayPlan && <PutMenu {...{ menu, need, name, tabIndex, onPut }} />}
    </li>
  )
}

type PutMenuProps = Pick<NeedRowProps, 'menu' | 'need' | 'tabIndex' | 'onPut'> & { name: string }

function PutMenu({ menu, need, name, tabIndex, onPut }: PutMenuProps) {
  const { t } = useTranslation()
  return (
    <TruckMenu {...menu} needs={[need]} onChoose={onPut}>
      <Hint label={t('dispatch.put_on')}>
        <ActionIcon
          tabIndex={tabIndex}
          aria-label={t('dispatch.put_on_of', { name })}
          className={styles.action}
        >
          <IconTruckLoading size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Hint>
    </TruckMenu>
  )
}

interface NeedTextProps extends Pick<NeedRowProps, 'need' | 'volumes' | 'hasCompany' | 'tabIndex'> {
  name: string
  isLeft: boolean
}

function NeedText({ need, name, isLeft, volumes, hasCompany, tabIndex }: NeedTextProps) {
  const { t } = useTranslation()
  const reasonOf = useReasonText()
  return (
    <div className={styles.what}>
      <div className={styles.line}>
        <NeedTitle {...{ name, tabIndex }} device_id={need.device_id} className={styles.name} />
        <Text size="sm" fw={600} className={styles.quantity} data-figures>
          {need.first && need.ordered_liters !== null
            ? volumes.text(need.ordered_liters, 0)
            : isLeft && volumes.room(need.quantity_liters, need.room_celsius)}
        </Text>
      </div>
      <Text size="xs" className={styles.reason}>
        {reasonOf(need)}
      </Text>
      {need.first && (
        <Text size="xs">
          {t('dispatch.brought_first', {
            round: need.first.shipment_number,
            quantity: volumes.text(need.first.liters, 0),
          })}
        </Text>
      )}
      {need.unreleased && (
        <Anchor
          component={Link}
          to={`/order/${need.unreleased.document_id}`}
          size="xs"
          tabIndex={tabIndex}
          draggable={false}
        >
          {t('dispatch.unreleased', { number: need.unreleased.document_number })}
        </Anchor>
      )}
      {need.credit && (
        <Badge size="sm" color={need.credit === 'hold' ? 'red' : 'orange'}>
          {t(`dispatch.credit.${need.credit}`)}
        </Badge>
      )}
      <div className={styles.foot}>
        <NeedLevel need={need} />
        <Text size="xs" c="dimmed" className={styles.owner} dir="auto" title={need.company_title}>
          {[need.document_number, hasCompany && need.company_title].filter(Boolean).join(' · ')}
        </Text>
      </div>
    </div>
  )
}

/** The level with its margin and age. */
function NeedLevel({ need }: { need: Need }) {
  const { t } = useTranslation()
  const { quantity, number, age, apart } = useFormat()
  const now = useNow()
  const { percent, percent_range, level, level_source, level_age, delivered_at } = need
  if (percent === null) return null
  const isEstimated = level_source === 'estimated'
  const figure = isEstimated ? `≈\u00a0${quantity(percent, '%', 0)}` : quantity(percent, '%', 0)
  const [low, high] = (percent_range ?? [percent, percent]).map((one) => number(one, 0))
  const range = low !== high && `${low}–${high}`
  const at = level_age === null ? '' : age(new Date(now - level_age * 1000).toISOString(), now)
  const why = delivered_at
    ? t('dispatch.estimated_after_delivery', { age: age(delivered_at, now) })
    : t('dispatch.estimated')
  const tooltip = [isEstimated && why, range, at].filter(Boolean).join(' · ')
  return (
    <Hint label={tooltip}>
      <span className={`${levelStyles.line} ${styles.level}`}>
        <Box
          component="span"
          className={levelStyles.bar}
          aria-hidden
          data-is-estimated={isEstimated || undefined}
          style={{ '--bar-color': `var(--mantine-color-${levelAppearanceOf(level ?? 'unknown').color}-5)` }}
        >
          <span className={levelStyles.liquid} style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
        </Box>
        <Text span size="xs" c="dimmed" data-figures>
          {[apart(range ? `${figure} (${range})` : figure), at].filter(Boolean).join(' · ')}
        </Text>
      </span>
    </Hint>
  )
}
