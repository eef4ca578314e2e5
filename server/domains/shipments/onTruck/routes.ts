import * as calls from '#core/domains/shipments/onTruck/onTruckCalls.ts'
import { handleAll } from '#server/platform/handle.ts'
import { answerPaper } from '#server/resources/files/print.ts'
import { readOnTruck, readShipmentOnTruck } from './readOnTruck.ts'
import { recordCleaning } from './recordCleaning.ts'
import { correctLift, recordLift } from './recordLift.ts'
import { printShippingPaper } from './shippingPaper.ts'

const saved = { message: 'messages.saved', type: 'success' } as const

/** What is on the trucks, and what was loaded. */
export const onTruckCalls = handleAll('shipment_planners', calls, {
  readShipmentOnTruck: {
    summary: 'What is in each compartment of a round: carried over, loaded, delivered, returned and left',
    run: async (context, { params: { shipment_id } }) => ({
      on_truck: await readShipmentOnTruck(context, shipment_id),
    }),
  },
  readOnTruck: {
    summary: 'What is in each compartment of a vehicle now',
    run: async (context, { params: { truck_id } }) => ({ on_truck: await readOnTruck(context, truck_id) }),
  },
  recordLift: {
    summary: 'Keep what a bill of lading says was loaded, compartment by compartment',
    run: async (context, { params: { shipment_id }, body }) => ({
      on_truck: await recordLift(context, shipment_id, body),
      ...saved,
    }),
  },
  recordCleaning: {
    summary: 'Keep that a compartment was cleaned: what it carried before forbids nothing any more',
    run: async (context, { params: { truck_id }, body }) => ({
      cleaning: await recordCleaning(context, truck_id, body),
      ...saved,
    }),
  },
  printShippingPaper: {
    summary: 'The shipping paper of the dangerous goods on a round, or a PDF of it',
    writesReply: true,
    run: (context, { params: { shipment_id }, query, reply }) =>
      answerPaper(
        context,
        { name: `shipping-paper-${shipment_id}`, isPdf: query.format === 'pdf', reply },
        (reader) => printShippingPaper(reader, shipment_id),
      ),
  },
  correctLift: {
    summary: 'Keep what a lift ticket should have said; the original stays, and counts no more',
    run: async (context, { params: { lift_ticket_id }, body }) => ({
      on_truck: await correctLift(context, lift_ticket_id, body),
      ...saved,
    }),
  },
})
