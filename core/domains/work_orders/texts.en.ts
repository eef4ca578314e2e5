import type { ResourceTexts } from '#core/resources/texts.ts'
import type { work_order_figures } from './work_order_figures.ts'
import type { work_orders } from './work_orders.ts'

export const en = {
  work_order_figures: {
    label: 'Figures of work orders',
    single: 'Figures of work orders',
    fields: { customer: 'Customer' },
    choices: {},
    sections: {},
  } satisfies ResourceTexts<typeof work_order_figures>,
  work_orders: {
    label: 'Work orders',
    single: 'Work order',
    fields: {
      wo_number: 'Number',
      device_id: 'Device',
      site_id: 'Site',
      status_id: 'Status',
      wo_requested_by: 'Requested by',
      zoho_estimate_id: 'Estimate number',
      warranty_repair: 'Warranty repair',
      reason_for_return: 'Reason for return',
      return_address: 'Return address',
      contact_name: 'Contact',
      contact_phone: 'Phone',
      contact_phone_formatted: 'Phone, formatted',
      contact_email: 'E-mail',
      country_id: 'Country',
      inbound_tracking_number: 'Inbound tracking number',
      outbound_tracking_number: 'Outbound tracking number',
      outbound_carrier_id: 'Outbound carrier',
      work_performed: 'Work performed',
      date_performed: 'Performed on',
      performed_by: 'Performed by',
      private_notes: 'Private notes',
    },
    choices: {
      status_id: {
        1: 'Requested',
        2: 'Working',
        3: 'Closed',
        4: 'Received',
        5: 'Quoted',
        6: 'Approved',
        7: 'Cancelled',
        8: 'Work completed',
        9: 'Void',
        10: 'New request',
        11: 'In progress',
        12: 'Open',
        13: 'Open extended',
        14: 'Parts on order',
        15: 'On hold',
        16: 'Awaiting info',
        17: 'Awaiting funding',
        18: 'Deferred',
      },
    },
    sections: { request: 'Request', contact: 'Contact', work: 'Work', notes: 'Notes' },
    help: { wo_number: 'Empty: assigned automatically', private_notes: 'Only staff see these' },
  } satisfies ResourceTexts<typeof work_orders>,
}

/** Response messages. */
export const messages = {
  work_order_over: 'This work order is finished. A closed one can be changed after it is reopened.',
}
