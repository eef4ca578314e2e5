import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

export const es: Translation<typeof en> = {
  add_line: 'Agregar una línea',
  remove_line: 'Quitar la línea {{number}}',
  line: 'Línea {{number}}',
  no_lines: 'Aún no hay productos. Agregue la primera línea.',
  convert: 'Convertir {{from}} en {{to}}',
  payments: 'Pagos',
  no_payments: 'Aún no se ha pagado nada.',
  record_payment: 'Registrar pago',
  amount: 'Monto',
  method: 'Método',
  reference: 'Referencia',
  reason: 'Motivo',
  price_per: 'Precio por {{unit}}',
  quantity_planned: 'Planificado',
  quantity_delivered: 'entregado',
  quantity_invoiced: 'facturado',
  reverse: 'Anular',
  reverse_text: 'El pago de {{amount}} queda en la lista, tachado. El saldo sube en ese monto.',
  reversed: 'anulado: {{reason}}',
  payment_date: 'Fecha',
  receive: 'Marcar como recibido',
  receive_text: 'Lo que falta llegó sin una entrega nuestra. Después se podrá facturar.',
  close_short: 'Cerrar con faltante',
  close_short_text:
    'Lo que no se entregó ya no se entregará. No podrá planificarse; lo entregado puede facturarse.',
}
