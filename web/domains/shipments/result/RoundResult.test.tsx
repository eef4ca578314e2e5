import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { ShipmentRecord } from '#web/domains/shipments/shipmentRecord.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { RoundResult } from './RoundResult.tsx'

test('a round that the office finalized has done its stops, except where nothing was delivered', async () => {
  answering({ 'GET /shipment_planners/7/on_truck': { on_truck: { compartments: [] } } })
  const record = {
    shipment_id: 7,
    status_id: SHIPMENT_STATUS.finalized,
    details: [{ delivered_liters: '378.541' }],
    stops: [{ status: 'planned' }, { status: 'done' }, { status: 'not_delivered' }],
  } as unknown as ShipmentRecord
  showScreen(<RoundResult record={record} />, { as: { unit_of_measure: 1 } })
  expect(await screen.findByText('100 gal delivered · 2 of 3 stops delivered')).toBeTruthy()
})
