import { Menu, ScrollArea, Text } from '@mantine/core'
import { IconTruck } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { VolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Board, Truck } from './boardTypes.ts'
import { draftOf } from './roundState.ts'

export interface TruckMenuProps {
  board: Board
  volumes: VolumeUnits
  onChoose: (truck: Truck) => void
  /** At first. */
  isOpen?: boolean
  children: ReactElement
}

/** The trucks of a day to put something on, each with the room that its draft leaves. */
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
function Trucks({ board, volumes, onChoose }: Omit<TruckMenuProps, 'children' | 'isOpen'>) {
  const { t } = useTranslation()
  const roomText = useRoomText(board, volumes)
  return (
    <>
      <Menu.Label>{t('dispatch.put_on')}</Menu.Label>
      {board.trucks.length === 0 && <Menu.Item disabled>{t('dispatch.no_trucks')}</Menu.Item>}
      <ScrollArea.Autosize mah="50dvh" type="auto">
        {board.trucks.map((truck) => (
          <Menu.Item
            key={truck.truck_id}
            leftSection={<IconTruck size={16} aria-hidden />}
            onClick={() => onChoose(truck)}
          >
            <Text size="sm" fw={600} dir="auto">
              {truck.truck_name}
            </Text>
            <Text size="xs" c="dimmed">
              {roomText(truck)}
            </Text>
          </Menu.Item>
        ))}
      </ScrollArea.Autosize>
    </>
  )
}

/** The room that the draft of a truck leaves, or its next round: one that is in route takes nothing more. */
export function useRoomText(board: Board, volumes: VolumeUnits): (truck: Truck) => string {
  const { t } = useTranslation()
  return (truck) => {
    const draft = draftOf(board, truck)
    const inRoute = board.rounds.find(
      (round) => round.truck_id === truck.truck_id && round.status_id === SHIPMENT_STATUS.in_route,
    )
    const capacity = truck.compartments.reduce((sum, compartment) => sum + compartment, 0)
    const loaded = draft?.loads.reduce((sum, { quantity_liters }) => sum + quantity_liters, 0) ?? 0
    const room = volumes.text(Math.max(0, capacity - loaded), 0)
    return inRoute && !draft
      ? t('dispatch.free_after', { room, round: inRoute.shipment_number })
      : t('dispatch.free', { room })
  }
}
