import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

export const es: Translation<typeof en> = {
  currencies: {
    label: 'Monedas',
    single: 'Moneda',
    fields: {
      code: 'Código',
      name: 'Nombre',
      prefix: 'Antes del importe',
      suffix: 'Después del importe',
      precision: 'Decimales',
      decimal: 'Signo decimal',
      thousands: 'Separador de miles',
      mask: 'Máscara',
      is_active: 'Activa',
    },
    choices: {},
    sections: {},
    help: { code: 'Tres letras, por ejemplo USD' },
  },
  payment_terms: {
    label: 'Condiciones de pago',
    single: 'Condición de pago',
    fields: { description: 'Descripción', term_days: 'Vence después de' },
    choices: {},
    sections: {},
  },
}
