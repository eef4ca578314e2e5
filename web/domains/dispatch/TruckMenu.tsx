import { Menu, ScrollArea, Text } from '@mantine/core'
import { IconTruck } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { VolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Board, Need, Truck } from './boardTypes.ts'
import { draftOf, isBuiltFor } from './roundState.ts'

export interface TruckMenuProps {
  board: Board
  volumes: VolumeUnits
  /** To be put on a truck. */
  needs: readonly Need[]
  onChoose: (truck: Truck) => void
  /** At first. */
  isOpen?: boolean
  children: ReactElement
}

/** The trucks of a day to put something on: those with most room first, last those that usually bring none of it, with the reason. */
export function TruckMenu({ children, isOpen = false, ...trucks }: TruckMenuProps) {
  return (
    <Menu position="bottom-end" width={300} defaultOpened={isOpen}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Trucks {...trucks} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** On its own, so that the rows of a board do not work out the room of every truck before their menu is opened. */
function Trucks({ board, volumes, needs, onChoose }: Omit<TruckMenuProps, 'children' | 'isOpen'>) {
  const { t } = useTranslation()
  const roomText = useRoomText(board, volumes)
  const rows = board.trucks
    .map((truck) => ({ truck, room: roomIn(board, truck), why: whyNot(board, truck, needs) }))
    .toSorted((one, other) => Number(one.why !== null) - Number(other.why !== null) || other.room - one.room)
  return (
    <>
      <Menu.Label>{t('dispatch.put_on')}</Menu.Label>
      {board.trucks.length === 0 && <Menu.Item disabled>{t('dispatch.no_trucks')}</Menu.Item>}
      <ScrollArea.Autosize mah="50dvh" type="auto">
        {rows.map(({ truck, why }) => (
          <Menu.Item
            key={truck.truck_id}
            leftSection={<IconTruck size={16} aria-hidden />}
            // An office may lend a truck to another seller; a product in the wrong compartment is refused.
            disabled={why === 'product'}
            onClick={() => onChoose(truck)}
          >
            <Text size="sm" fw={600} dir="auto">
              {truck.truck_name}
            </Text>
            <Text size="xs" c="dimmed">
              {why === null ? roomText(truck) : t(`dispatch.cannot_bring.${why}`)}
            </Text>
          </Menu.Item>
        ))}
      </ScrollArea.Autosize>
    </>
  )
}

/** Why a truck can bring none of the needs; null if it can bring one. */
function whyNot(board: Board, truck: Truck, needs: readonly Need[]): 'company' | 'product' | null {
  const carried = needs.filter((need) => isBuiltFor(board, truck, need))
  if (carried.length === 0) return 'product'
  return carried.some(({ haulers }) => haulers.includes(truck.company_id)) ? null : 'company'
}

/** L that the draft of a truck leaves. */
function roomIn(board: Board, truck: Truck): number {
  const capacity = truck.compartments.reduce((sum, one) => sum + one, 0)
  const loaded =
    draftOf(board, truck)?.loads.reduce((sum, { quantity_liters }) => sum + quantity_liters, 0) ?? 0
  return Math.max(0, capacity - loaded)
}

/** The room that the draft of a truck leaves, or its next round: one that is in route takes nothing more. */
export function useRoomText(board: Board, volumes: VolumeUnits): (truck: Truck) => string {
  const { t } = useTranslation()
  return (truck) => {
    const draft = draftOf(board, truck)
    const inRoute = board.rounds.find(
      (round) => round.truck_id === truck.truck_id && round.status_id === SHIPMENT_STATUS.in_route,
    )
    const room = volumes.text(roomIn(board, truck), 0)
    return inRoute && !draft
      ? t('dispatch.free_after', { room, round: inRoute.shipment_number })
      : t('dispatch.free', { room })
  }
}
