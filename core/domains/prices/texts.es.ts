import type { ResourceTexts } from '#core/resources/texts.ts'
import type { posted_prices } from './posted_prices.ts'
import type { price_classes } from './price_classes.ts'
import type { price_fees } from './price_fees.ts'
import type { price_rules } from './price_rules.ts'

const groups = {
  none: 'Otro',
  crude_oil: 'Petróleo crudo',
  fuel_oil: 'Fuel oil',
  jet_fuel: 'Combustible de aviación',
  gasoline: 'Gasolina',
  lubricant: 'Lubricante',
  lpg: 'Gas licuado (propano)',
}

export const es = {
  posted_prices: {
    label: 'Precios publicados',
    single: 'Precio publicado',
    fields: {
      company_id: 'Vendedor',
      terminal_id: 'Terminal',
      product_id: 'Producto',
      valid_from: 'Desde',
      unit_price: 'Precio',
      unit_id: 'Por',
    },
    choices: {},
    sections: {},
    help: { company_id: 'La empresa que compra allí; el precio está en su moneda' },
  } satisfies ResourceTexts<typeof posted_prices>,
  price_rules: {
    label: 'Reglas de precio',
    single: 'Regla de precio',
    fields: {
      name: 'Nombre',
      company_id: 'Vendedor',
      customer_id: 'Cliente',
      site_id: 'Sitio',
      price_class: 'Clase de clientes',
      product_id: 'Producto',
      product_group: 'Grupo de productos',
      unit_id: 'Por',
      unit_price: 'Precio fijo',
      terminal_id: 'Precio publicado de',
      margin: 'Margen',
      max_posted_days: 'El precio publicado vale',
      from_quantity: 'Desde cantidad',
      price_by: 'Día que decide',
      from_date: 'Primer día',
      to_date: 'Último día',
    },
    choices: { product_group: groups, price_by: { order: 'Día del pedido', delivery: 'Día de la entrega' } },
    sections: { rule: 'Regla', whom: 'Para quién', what: 'Para qué', price: 'Precio' },
    help: {
      customer_id:
        'Un acuerdo con un cliente, también para las empresas por debajo. Deje los tres vacíos para todos',
      product_id: 'Déjelo vacío junto con el grupo para todos los productos',
      from_quantity: 'Un tramo: otra regla con una cantidad mayor vale a partir de ella',
      margin: 'Se suma al precio publicado; por debajo de cero se resta',
      max_posted_days:
        'Si el precio publicado es más antiguo, las líneas quedan sin precio. Vacío: vale siempre',
      price_by: 'Por la entrega: el precio de la línea se calcula de nuevo al entregar',
    },
  } satisfies ResourceTexts<typeof price_rules>,
  price_classes: {
    label: 'Clases de clientes',
    single: 'Clase de un cliente',
    fields: { company_id: 'Vendedor', customer_id: 'Cliente', price_class: 'Clase' },
    choices: {},
    sections: {},
    help: { price_class: 'Como la nombran las reglas de precio, por ejemplo Comercial. El cliente no la ve' },
  } satisfies ResourceTexts<typeof price_classes>,
  price_fees: {
    label: 'Tarifas y recargos',
    single: 'Tarifa',
    fields: {
      name: 'Nombre',
      company_id: 'Vendedor',
      fee_kind: 'Se cobra',
      charge: 'Se imprime como',
      amount: 'Importe',
      per: 'Por cada',
      unit_id: 'Unidad',
      below_quantity: 'Solo por debajo de',
      terminal_id: 'Índice: terminal',
      product_id: 'Índice: producto',
      from_index: 'Desde precio del índice',
      from_date: 'Primer día',
      to_date: 'Último día',
    },
    choices: {
      fee_kind: {
        delivery: 'En cada pedido',
        hazmat: 'Por mercancías peligrosas',
        minimum_drop: 'Por debajo de una cantidad mínima',
        weekend: 'Sábados y domingos',
        fuel_surcharge: 'Según el precio del combustible (tabla)',
      },
      charge: {
        freight: 'Flete',
        customs: 'Aduana',
        expedite_fee: 'Recargo por urgencia',
        handling_charge: 'Gastos de manipulación',
      },
      per: { document: 'Pedido', unit: 'Unidad de volumen' },
    },
    sections: { fee: 'Tarifa', amount: 'Importe', index: 'Recargo por combustible' },
    help: {
      from_index:
        'Una fila de la tabla. Las filas de un mismo nombre forman una tabla: se cobra la más alta que alcanza el precio publicado del índice',
    },
  } satisfies ResourceTexts<typeof price_fees>,
}

/** Validation messages. */
export const rules = {
  one_level: 'Elija un cliente, un sitio o una clase, no varios',
  one_product: 'Elija un producto o un grupo, no ambos',
  price_or_terminal: 'Indique un precio fijo o elija un precio publicado, no ambos',
  margin_of_posted: 'Un margen necesita un precio publicado',
  rules_overlap: 'Coincide con «{{name}}», que vale para lo mismo en estos días',
  reason_for_price: 'Una regla de precio da {{price}}: diga por qué esta línea tiene otro precio',
}
