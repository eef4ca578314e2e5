import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './texts.en.ts'

export const es: Translation<typeof en> = {
  subscriptions: {
    label: 'Suscripciones',
    single: 'Suscripción',
    fields: {
      plan_name: 'Plan',
      company_id: 'Empresa',
      device_id: 'Dispositivo',
      device_seats: 'Plazas de dispositivo',
      amount: 'Monto',
      term_length: 'Plazo',
      period_start: 'Inicio del período',
      period_end: 'Fin del período',
      expired: 'Vencida',
      paid: 'Pagada',
      status: 'Estado',
      stripe_subscription_id: 'Id de suscripción de Stripe',
      invoice_id: 'Id de factura',
      notes: 'Notas',
    },
    choices: { term_length: { 1: 'Mensual', 12: 'Anual' } },
    sections: { plan: 'Plan', period: 'Período', payment: 'Pago', notes: 'Notas' },
    help: { period_end: 'El último día. Vacío: se calcula con el inicio y el plazo' },
  },
}
