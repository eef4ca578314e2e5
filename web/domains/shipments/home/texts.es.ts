import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './texts.en.ts'

/** Texts of the customer's start page, in Spanish. */
export const es: Translation<typeof en> = {
  title_one: 'Su tanque',
  title_other: 'Sus tanques',
  no_tanks: 'Todavía no hay tanques',
  no_tanks_help:
    'Su proveedor instala los monitores de sus tanques. En cuanto el primero reporte, aquí aparecerán su nivel, su pronóstico y sus entregas.',
  no_levels_help:
    'Sus monitores aún no están conectados a tanques. Su proveedor los configura. Contáctelo si tarda mucho.',
  show_all: 'Mostrar todos los tanques',
  in_list: 'Todos los tanques están en la lista de dispositivos',
  more_deliveries_one: 'Mostrar {{count}} más',
  more_deliveries_other: 'Mostrar {{count}} más',
  down_to: 'Quedará un {{percent}} aproximadamente el {{day}}',
  empty_on: 'Vacío hacia el {{day}}',
  empty_between: 'Vacío entre el {{from}} y el {{to}}',
  empty_from: 'Vacío después del {{day}}',
  request: {
    quantity: 'Cantidad ({{unit}})',
    room: 'Espacio en el tanque ahora',
    day: 'Para el día',
    day_help: 'Vacío: con el próximo camión. Confirmaremos el día.',
    note: 'Nota para el conductor',
    whole_form: 'Varios productos u orden de compra',
    send: 'Enviar solicitud',
  },
  next_delivery: 'Próxima entrega',
  to_pay: 'Por pagar',
  nothing_to_pay: 'Nada por pagar',
  overdue: 'Vencida',
  use: 'Su consumo',
  use_total: '{{amount}} en los últimos doce meses y el actual',
  no_product: 'Sin producto',
  not_known: '{{month}}: sin datos',
}
