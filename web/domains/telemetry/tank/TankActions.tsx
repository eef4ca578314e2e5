import { ActionIcon, Button, Group } from '@mantine/core'
import { IconGasStation, IconTruckLoading } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { DISPATCH_LOGIN_TYPES } from '#core/domains/dispatch/dispatchLoginTypes.ts'
import { ORDERING_LOGIN_TYPES } from '#core/domains/orders/ordering.ts'
import { CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES, type LoginType } from '#core/platform/loginTypes.ts'
import type { Permission } from '#core/platform/modules.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ReaderRights } from '#web/resources/list/listKind.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { Hint } from '#web/ui/Hint.tsx'
import { addressOfFill } from './fillAddress.ts'
import { useNextDelivery } from './NextDelivery.tsx'
import styles from './TankActions.module.css'

interface TankAction {
  text: 'order' | 'load'
  Icon: typeof IconGasStation
  /** The kind of record that it creates. */
  kind: string
  permission: Permission
  loginTypes: readonly LoginType[]
}

/** Users who may open the board and plan there go to it; others create a shipment. */
const BOARD = '/dispatch'

// Repeats facts of the definitions of orders and shipments, which are not loaded for a link.
const ACTIONS: readonly TankAction[] = [
  {
    text: 'order',
    Icon: IconGasStation,
    kind: 'transaction_documents',
    permission: 'transaction_documents.create',
    loginTypes: ORDERING_LOGIN_TYPES,
  },
  {
    text: 'load',
    Icon: IconTruckLoading,
    kind: 'shipment_planners',
    permission: 'shipment_planners.create',
    loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  },
]

/** Whether the user may create at least one of them. */
export function mayFill({ may, loginType }: ReaderRights): boolean {
  return ACTIONS.some(({ permission, loginTypes }) => may(permission) && loginTypes.includes(loginType))
}

interface TankActionsProps {
  device_id: number
  /** The tank; null selects the tanks of the device that need a fill. */
  port_number?: number | null
  /** Id of the tank, if it is one: once a round brings something, it is not to be put on a truck. */
  tank?: number | undefined
  /** The name of the tank or device. */
  name: string
  /** Icons only, for narrow places. */
  isShort?: boolean
  /** The order that is put on a truck. */
  document_id?: number
  /** The day on which the board opens, if not today. */
  day?: string | undefined
  /** Only this one, as the next step of a page. */
  only?: TankAction['text']
  size?: 'compact-sm' | 'xs'
  /** Releases the order before the page of the action opens, which it does only if this succeeds. */
  before?: ((open: () => void) => void) | undefined
}

/** Actions for a tank that runs low: an order form filled in with product and room, or the board with that tank. */
export function TankActions({
  device_id,
  port_number = null,
  tank,
  name,
  document_id,
  day,
  isShort,
  only,
  size,
  before,
}: TankActionsProps) {
  const { t } = useTranslation()
  const may = useMay()
  const { login_type_id } = useUser()
  const addressOf = useRecordAddress()
  const navigate = useNavigate()
  const isPlanned = useNextDelivery(tank === undefined ? null : { device_ports_id: tank })?.kind === 'stop'
  const offered = ACTIONS.filter(
    ({ text }) => (only === undefined || text === only) && !(isPlanned && text === 'load'),
  ).flatMap((action) => {
    const isAllowed = may(action.permission) && action.loginTypes.includes(login_type_id)
    const isForBoard =
      action.text === 'load' &&
      DISPATCH_LOGIN_TYPES.includes(login_type_id) &&
      may('shipment_planners.read') &&
      may('shipment_planners.update')
    const address = isAllowed && (isForBoard ? BOARD : addressOf(action.kind))
    return address
      ? [{ ...action, to: addressOfFill(address, device_id, port_number, document_id, day) }]
      : []
  })
  if (offered.length === 0) return null
  return (
    <Group gap={isShort ? 2 : 4} wrap={isShort ? 'nowrap' : 'wrap'} className={styles.actions}>
      {offered.map(({ text, to, Icon }) => {
        const label = t(`telemetry.fill.${before ? 'release' : text}`)
        const ofTank = `${label}: ${name}`
        return isShort ? (
          <Hint key={text} label={label}>
            <ActionIcon component={Link} to={to} aria-label={ofTank} className={styles.short}>
              <Icon size={17} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Hint>
        ) : (
          <Button
            key={text}
            component={Link}
            to={to}
            onClick={
              before &&
              ((event: { preventDefault(): void }) => {
                event.preventDefault()
                before(() => void navigate(to))
              })
            }
            size={size ?? 'compact-sm'}
            variant={only ? 'filled' : 'default'}
            aria-label={ofTank}
            leftSection={<Icon size={15} stroke={1.75} aria-hidden />}
          >
            {label}
          </Button>
        )
      })}
    </Group>
  )
}
