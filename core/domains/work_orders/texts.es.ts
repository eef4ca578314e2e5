import type { Translation } from '#core/platform/texts/translation.ts'
import type { en, messages as englishMessages } from './texts.en.ts'

export const es: Translation<typeof en> = {
  work_order_figures: {
    label: 'Datos de órdenes de trabajo',
    single: 'Datos de órdenes de trabajo',
    fields: { customer: 'Cliente' },
    choices: {},
    sections: {},
  },
  work_orders: {
    label: 'Órdenes de trabajo',
    single: 'Orden de trabajo',
    fields: {
      wo_number: 'Número',
      device_id: 'Dispositivo',
      site_id: 'Sitio',
      status_id: 'Estado',
      wo_requested_by: 'Solicitada por',
      zoho_estimate_id: 'Número de cotización',
      warranty_repair: 'Reparación en garantía',
      reason_for_return: 'Motivo de la devolución',
      return_address: 'Dirección de devolución',
      contact_name: 'Contacto',
      contact_phone: 'Teléfono',
      contact_phone_formatted: 'Teléfono, con formato',
      contact_email: 'Correo electrónico',
      country_id: 'País',
      inbound_tracking_number: 'Número de seguimiento de entrada',
      outbound_tracking_number: 'Número de seguimiento de salida',
      outbound_carrier_id: 'Transportista de salida',
      work_performed: 'Trabajo realizado',
      date_performed: 'Realizado el',
      performed_by: 'Realizado por',
      private_notes: 'Notas privadas',
    },
    choices: {
      status_id: {
        1: 'Solicitada',
        2: 'En trabajo',
        3: 'Cerrada',
        4: 'Recibida',
        5: 'Cotizada',
        6: 'Aprobada',
        7: 'Cancelada',
        8: 'Trabajo terminado',
        9: 'Anulada',
        10: 'Solicitud nueva',
        11: 'En curso',
        12: 'Abierta',
        13: 'Abierta, prorrogada',
        14: 'Piezas pedidas',
        15: 'En pausa',
        16: 'En espera de información',
        17: 'En espera de fondos',
        18: 'Aplazada',
      },
    },
    sections: { request: 'Solicitud', contact: 'Contacto', work: 'Trabajo', notes: 'Notas' },
    help: { wo_number: 'Vacío: se asigna automáticamente', private_notes: 'Solo las ve el personal' },
  },
}

export const messages: Translation<typeof englishMessages> = {
  work_order_over: 'Esta orden de trabajo está terminada. Una cerrada se puede cambiar después de reabrirla.',
}
