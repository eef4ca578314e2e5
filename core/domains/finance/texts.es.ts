import { es as tanks } from '#core/domains/tanks/texts.es.ts'
import type { Translation } from '#core/platform/translation.ts'
import type { en, messages as englishMessages, rules as englishRules } from './texts.en.ts'

export const es: Translation<typeof en> = {
  account_rules: {
    label: 'Reglas de cuentas',
    single: 'Regla de cuenta',
    fields: {
      company_id: 'Vendedor',
      purpose: 'Para',
      product_id: 'Producto',
      product_group: 'Tipo de líquido',
      tax_code_id: 'Impuesto',
      method: 'Forma de pago',
      account_id: 'Cuenta',
    },
    choices: {
      purpose: {
        receivables: 'Cuentas por cobrar',
        income: 'Ingresos',
        discounts: 'Descuentos',
        freight: 'Flete',
        charges: 'Aduana, urgencia y manejo',
        tax: 'Impuestos',
        money: 'Dinero recibido',
        write_offs: 'Incobrables',
        exchange: 'Diferencia de cambio',
      },
      product_group: tanks.tank_products.choices.product_group,
      method: { cash: 'Efectivo', check: 'Cheque', transfer: 'Transferencia' },
    },
    sections: {},
    help: {
      company_id: 'Las reglas de la empresa valen también para vendedores sin regla propia',
      product_id: 'Solo de ingresos. Vacío: todos los productos',
      product_group: 'Solo de ingresos. Vacío: todos los productos',
      tax_code_id: 'Solo de impuestos. Vacío: todos los impuestos',
      method: 'Solo de dinero recibido. Vacío: todas las formas',
    },
  },
  bank_accounts: {
    label: 'Cuentas bancarias',
    single: 'Cuenta bancaria',
    fields: {
      account_name: 'Nombre',
      bank_name: 'Banco',
      branch_name: 'Sucursal',
      account_type: 'Tipo',
      account_number: 'Número de cuenta',
      routing_number: 'Número de ruta',
      currency_id: 'Moneda',
      balance: 'Saldo',
      is_active: 'Activa',
    },
    choices: {
      account_type: { checking: 'Corriente', savings: 'Ahorro', loan: 'Préstamo', other: 'Otra' },
    },
    sections: { account: 'Cuenta', bank: 'Banco' },
    help: {
      account_number: 'Se guarda cifrado. Para cambiarlo, escriba el número nuevo completo',
      routing_number: 'Se guarda cifrado. Para cambiarlo, escriba el número nuevo completo',
    },
  },
  chart_of_accounts: {
    label: 'Plan de cuentas',
    single: 'Cuenta',
    fields: {
      account_code: 'Código',
      account_name: 'Nombre',
      account_type: 'Tipo',
      is_active: 'Activa',
    },
    choices: {
      account_type: {
        asset: 'Activo',
        liability: 'Pasivo',
        equity: 'Patrimonio',
        revenue: 'Ingresos',
        expense: 'Gastos',
      },
    },
    sections: {},
  },
  currencies: {
    label: 'Monedas',
    single: 'Moneda',
    fields: {
      code: 'Código',
      name: 'Nombre',
      prefix: 'Antes del monto',
      suffix: 'Después del monto',
      precision: 'Decimales',
      decimal: 'Separador decimal',
      thousands: 'Separador de miles',
      mask: 'Máscara',
      is_active: 'Activa',
    },
    choices: {},
    sections: {},
    help: {
      code: 'Tres letras, por ejemplo USD',
      decimal:
        'Con punto y coma, los montos siguen el idioma de quien lee; otros separadores se respetan siempre',
      mask: 'Cómo se agrupan las cifras y cómo se escriben las negativas: #,##0.00;(#,##0.00)',
    },
  },
  exchange_rates: {
    label: 'Tipos de cambio',
    single: 'Tipo de cambio',
    fields: {
      from_currency_id: 'De la moneda',
      to_currency_id: 'A la moneda',
      rate: 'Tipo',
      rate_date: 'Fecha del tipo',
      is_active: 'Activo',
    },
    choices: {},
    sections: {},
    help: { is_active: 'Si hay varios tipos entre dos monedas, se usa el activo más reciente' },
  },
  payment_terms: {
    label: 'Condiciones de pago',
    single: 'Condición de pago',
    fields: {
      description: 'Descripción',
      term_days: 'Vence después de',
      discount_percent: 'Descuento por pronto pago',
      discount_days: 'Descuento dentro de',
    },
    choices: {},
    sections: {},
  },
  tax_codes: {
    label: 'Impuestos',
    single: 'Impuesto',
    fields: {
      name: 'Nombre',
      printed_name: 'Nombre impreso',
      company_id: 'Vendedor',
      jurisdiction: 'Jurisdicción',
      basis: 'Base',
      unit_id: 'Unidad',
      currency_id: 'Moneda',
      applies_to: 'Se aplica a',
      rounding: 'Se redondea por',
      is_active: 'Activo',
    },
    choices: {
      basis: { percent: 'Porcentaje', per_unit: 'Monto por unidad' },
      applies_to: { goods: 'Mercancía', goods_and_freight: 'Mercancía y flete' },
      rounding: { document: 'Documento', line: 'Línea' },
    },
    sections: { tax: 'Impuesto', basis: 'Base' },
    help: {
      jurisdiction:
        'Quién lo cobra: un país, estado, condado, ciudad o distrito. La declaración de impuestos se ordena así',
      unit_id: 'De un monto por unidad: la unidad de volumen',
      currency_id: 'De un monto por unidad: la moneda de sus tasas',
      applies_to:
        'El flete abarca todos los cargos del documento. Un monto por unidad cuenta solo la mercancía',
      rounding: 'Cada impuesto se redondea una vez',
    },
  },
  tax_exemptions: {
    label: 'Exenciones de impuestos',
    single: 'Exención de impuestos',
    fields: {
      company_id: 'Vendedor',
      customer_id: 'Cliente',
      tax_code_id: 'Impuesto',
      product_id: 'Producto',
      exempt_use: 'Uso',
      certificate: 'Certificado',
      end_date: 'Válido hasta',
    },
    choices: {
      exempt_use: {
        farm: 'Agrícola',
        off_road: 'Fuera de carretera, combustible teñido',
        resale: 'Reventa',
        government: 'Gobierno',
      },
    },
    sections: { certificate: 'Certificado', scope: 'Alcance' },
    help: {
      tax_code_id: 'Vacío: todos los impuestos del vendedor',
      product_id: 'Vacío: todos los productos',
      end_date: 'Después de este día el certificado no cuenta',
    },
  },
  tax_rates: {
    label: 'Tasas de impuestos',
    single: 'Tasa de impuesto',
    fields: { tax_code_id: 'Impuesto', rate: 'Tasa', from_date: 'Desde', to_date: 'Hasta' },
    choices: {},
    sections: {},
    help: {
      rate: 'Porcentaje, o el monto por unidad en la moneda del impuesto',
      to_date: 'El último día. Vacío: hasta nuevo aviso',
    },
  },
  tax_rules: {
    label: 'Reglas de impuestos',
    single: 'Regla de impuesto',
    fields: {
      tax_code_id: 'Impuesto',
      country_iso_3: 'País',
      state: 'Estado',
      city: 'Ciudad',
      zip_from: 'Código postal desde',
      zip_to: 'Código postal hasta',
      product_id: 'Producto',
    },
    choices: {},
    sections: {},
    help: {
      country_iso_3: 'Tres letras, por ejemplo USA. Vacío: todos los países',
      state: 'Como en las direcciones, por ejemplo NE. Vacío: todos los estados',
      city: 'Como en las direcciones. Vacío: todas las ciudades',
      zip_from: 'Un código postal o su comienzo: 688 abarca 68847. Vacío: todos los códigos postales',
      zip_to: 'Vacío: solo los que comienzan con el código anterior',
      product_id: 'Vacío: todos los productos',
    },
  },
}

export const rules: Translation<typeof englishRules> = {
  same_marks: 'Debe ser distinto del separador decimal',
  pair_active: 'Ya hay un tipo de cambio activo entre estas dos monedas',
  veiled: 'Escriba el número completo, sin •',
  same_currency: 'Debe ser otra moneda',
  zip_before: 'No debe ser anterior al primer código postal',
  rates_overlap: 'El impuesto tiene una tasa desde el {{from}} que abarca un día de esta',
  certificate_ended: 'El certificado venció el {{date}}. Escriba uno válido o una fecha posterior',
  tax_currency: 'El impuesto {{tax}} está en una moneda distinta de las de la empresa y del documento',
  income_only: 'Solo una regla de ingresos nombra un producto',
  tax_only: 'Solo una regla de impuestos nombra un impuesto',
  money_only: 'Solo una regla de dinero nombra una forma de pago',
  month_closed: 'El mes está cerrado en la contabilidad. Ponga la fecha {{from}} o una posterior',
  month_open: 'Elija un mes que haya terminado y no esté cerrado',
}

export const messages: Translation<typeof englishMessages> = {
  rates_fetched: 'Los tipos de cambio están al día.',
  rates_fresh: 'Los tipos de cambio se consultaron en las últimas 12 horas; están al día.',
  rates_held:
    'Algunos tipos de cambio variaron más del 20 %. Están en la lista como inactivos: revíselos y active los correctos. Los demás están al día.',
  rates_failed_private:
    'La dirección del proveedor de tipos de cambio está en una red privada. Permítalo en los ajustes o escriba otra dirección. Los tipos quedan como estaban.',
  rates_failed_unreachable:
    'No se puede llegar al proveedor de tipos de cambio. Los tipos quedan como estaban.',
  rates_failed_answered:
    'El proveedor de tipos de cambio respondió con un error. Revise su dirección en los ajustes. Los tipos quedan como estaban.',
  rates_failed_unreadable:
    'La respuesta del proveedor de tipos de cambio no es una lista de tipos. Los tipos quedan como estaban.',
  rates_failed_old:
    'Los tipos del proveedor de tipos de cambio tienen más de una semana. Los tipos quedan como estaban.',
  journal_waits: 'Hay asientos de este mes que esperan una cuenta. Complete primero las reglas de cuentas.',
  journal_all_out: 'No hay nada nuevo que exportar.',
  month_closed: 'El mes está cerrado.',
  month_reopened: 'El mes está abierto otra vez.',
  seal_lost:
    'Estos números se cifraron con una clave que este servidor no tiene. Escríbalos de nuevo o recupere la clave.',
}
