import * as calls from '#core/domains/shipments/onTruck/onTruckCalls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { answerPaper } from '#server/resources/files/print.ts'
import { correctEnds } from './closeBalances.ts'
import { readOnTruck, readShipmentOnTruck } from './readOnTruck.ts'
import { recordCleaning } from './recordCleaning.ts'
import { correctLift, recordLift } from './recordLift.ts'
import { printShippingPaper } from './shippingPaper.ts'

const saved = { message: 'messages.saved', type: 'success' } as const

/** Calls on what is on the trucks, and on lifts. */
export const onTruckCalls = handleAll('shipment_planners', calls, {
  readShipmentOnTruck: {
    summary:
      'Each compartment of a round with carried-over, loaded, delivered, returned and remaining quantities',
    run: async (context, { params: { shipment_id } }) => ({
      on_truck: await readShipmentOnTruck(context, shipment_id),
    }),
  },
  readOnTruck: {
    summary: 'Current content of each compartment of a vehicle',
    run: async (context, { params: { truck_id } }) => ({ on_truck: await readOnTruck(context, truck_id) }),
  },
  recordLift: {
    summary: 'Record the lifts of a bill of lading by compartment',
    run: async (context, { params: { shipment_id }, body }) => ({
      on_truck: await recordLift(context, shipment_id, body),
      ...saved,
    }),
  },
  correctEnds: {
    summary: 'Correct the quantities returned from, and left in, the compartments of a finalized round',
    run: async (context, { params: { shipment_id }, body }) => {
      await correctEnds(context, shipment_id, body.compartments)
      return { on_truck: await readShipmentOnTruck(context, shipment_id), ...saved }
    },
  },
  recordCleaning: {
    summary:
      'Record that a compartment was cleaned; earlier contents then no longer restrict its next product',
    run: async (context, { params: { truck_id }, body }) => ({
      cleaning: await recordCleaning(context, truck_id, body),
      ...saved,
    }),
  },
  printShippingPaper: {
    summary: 'The shipping paper of the dangerous goods on a round, in print or as a PDF',
    writesReply: true,
    run: (context, { params: { shipment_id }, query, reply }) =>
      answerPaper(
        context,
        { name: `shipping-paper-${shipment_id}`, isPdf: query.format === 'pdf', reply },
        (reader) => printShippingPaper(reader, shipment_id),
      ),
  },
  correctLift: {
    summary: 'Record a correction of a lift ticket; the original stays but no longer counts',
    run: async (context, { params: { lift_ticket_id }, body }) => ({
      on_truck: await correctLift(context, lift_ticket_id, body),
      ...saved,
    }),
  },
})
