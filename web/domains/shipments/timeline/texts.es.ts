import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './texts.en.ts'

/** Texts of the timelines of tanks and orders, in Spanish. */
export const es: Translation<typeof en> = {
  tank: 'Cronología',
  document: 'Actividad',
  show: 'Mostrar la cronología',
  now: 'Ahora',
  nothing: 'Todavía no ha ocurrido nada',
  more: 'Mostrar anteriores',
  reversed: 'Anulado',
  kinds: {
    alert: 'Alerta: {{level}}',
    order: 'Pedido {{number}}',
    load: 'Cargado en el envío {{number}}',
    stop: 'Entrega prevista',
    stop_done: 'Entregado',
    stop_missed: 'No entregado',
    ticket: 'Vale de entrega {{number}}',
    rise: 'El nivel subió',
    lift: 'Cargado en un camión: {{number}}',
    invoice: 'Factura {{number}}',
    credit: 'Nota de crédito {{number}}',
    payment: 'Pago de {{number}}',
    reorder: 'Se espera que baje al {{percent}}',
    empty: 'Se espera que se vacíe',
    due: 'Vence el pago de {{number}}',
  },
}
