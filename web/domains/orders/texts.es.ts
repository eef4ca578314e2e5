import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

export const es: Translation<typeof en> = {
  add_line: 'Añadir una línea',
  remove_line: 'Quitar la línea {{number}}',
  line: 'Línea {{number}}',
  no_lines: 'Aún no hay productos. Añada la primera línea.',
  convert: 'Convertir {{from}} en {{to}}',
  payments: 'Pagos',
  no_payments: 'Aún no se ha pagado nada.',
  record_payment: 'Registrar pago',
  amount: 'Importe',
  method: 'Método',
  reference: 'Referencia',
}
