import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

/** The screens of money, in Spanish. */
export const es: Translation<typeof en> = {
  refresh_rates: 'Actualizar tipos',
  full_numbers: 'Números completos',
  reveal_leaves_trace: 'Se muestran hasta que salga de esta pantalla. Su nombre queda en el historial.',
  reveal: 'Mostrar números completos',
  hide: 'Ocultar',
  copy: 'Copiar',
  exempt: 'Exento: {{part}} · {{use}}, certificado {{certificate}}',
  tax_return: {
    from: 'Desde',
    to: 'Hasta',
    none: 'Ninguna factura emitida de este período tiene impuestos.',
    seller_title: 'Vendedor',
    jurisdiction: 'Jurisdicción',
    tax_name: 'Impuesto',
    rate: 'Tasa',
    unit_title: 'Unidad',
    taxable_quantity: 'Cantidad gravada',
    exempt_quantity: 'Cantidad exenta',
    taxable_amount: 'Monto gravado',
    exempt_amount: 'Monto exento',
    tax: 'Monto del impuesto',
    documents: 'Documentos',
  },
}
