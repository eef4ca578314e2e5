import type { Translation } from '#core/platform/translation.ts'
import type { en, messages as englishMessages, rules as englishRules } from './texts.en.ts'

const fields = {
  organisation_type_id: 'Tipo',
  company: 'Nombre',
  company_short: 'Nombre corto',
  parent_id: 'Pertenece a',
  website: 'Sitio web',
  correspondence_method: 'Correspondencia',
  currency_code: 'Código de moneda',
  currency_id: 'Moneda',
  payment_term_id: 'Condiciones de pago',
  unit_of_measure: 'Unidades',
  turn_around_days: 'Plazo de respuesta',
  has_nda: 'Acuerdo de confidencialidad firmado',
  has_contract: 'Tiene contrato',
  ship_label_type: 'Etiqueta de envío',
  stripe_id: 'Id de Stripe',
  zoho_customer_id: 'Id de Zoho',
  packing_list_fields: 'Campos de la lista de empaque',
  logo_id: 'Logotipo',
  logo: 'Archivo del logotipo',
  notes: 'Notas',
  status: 'Activo',
  account_number: 'Número de cuenta',
}
const choices = {
  organisation_type_id: {
    1: 'Cliente',
    2: 'Distribuidor',
    3: 'Fabricante',
    4: 'Transportista',
    5: 'Proveedor',
  },
  unit_of_measure: { 1: 'Imperial (galones, libras)', 2: 'Métrico (litros, kilogramos)' },
  correspondence_method: { electronic: 'Electrónica', mail: 'Correo postal' },
  ship_label_type: { normal: 'Normal', small: 'Pequeña', none: 'Ninguna' },
}
const suggestions = {
  packing_list_fields: {
    product_name: 'Producto',
    quantity_ordered: 'Cantidad pedida',
    quantity_delivered: 'Cantidad entregada',
    compartment: 'Compartimento',
    customer_po: 'Orden de compra del cliente',
    document_id: 'Pedido',
    ship_location_label: 'Lugar',
    ship_address1: 'Dirección',
    estimated_delivery_date: 'Prevista para el',
    fuel_surcharge: 'Recargo por combustible',
  },
}
const sections = {
  company: 'Empresa',
  terms: 'Condiciones',
  shipping: 'Envíos',
  references: 'Ids externos',
  notes: 'Notas',
}
const help = {
  unit_of_measure: 'Las unidades de sus pedidos. Vacío: las de la empresa superior',
  parent_id: 'Los usuarios de una empresa superior también ven esta',
  packing_list_fields: 'Lo que la lista de empaque muestra de cada línea. Vacío: todo',
}

export const es: Translation<typeof en> = {
  companies: {
    label: 'Empresas',
    single: 'Empresa',
    fields: { ...fields, shipping_number: 'Número de cuenta de envío' },
    choices,
    suggestions,
    sections,
    help,
  },
  customers: {
    label: 'Clientes',
    single: 'Cliente',
    fields: { ...fields, shipping_number: 'Número de cuenta de envío' },
    choices,
    suggestions,
    sections,
    help,
  },
  distributors: {
    label: 'Distribuidores',
    single: 'Distribuidor',
    fields,
    choices,
    suggestions,
    sections,
    help,
  },
  manufacturers: { label: 'Fabricantes', single: 'Fabricante', fields, choices, suggestions, sections, help },
  shipping_carriers: {
    label: 'Transportistas',
    single: 'Transportista',
    fields,
    choices,
    suggestions,
    sections,
    help,
  },
  vendors: { label: 'Proveedores', single: 'Proveedor', fields, choices, suggestions, sections, help },
}

export const rules: Translation<typeof englishRules> = {
  parent_cycle: 'Una empresa no puede pertenecer a sí misma ni a una inferior',
  parent_required: 'Debe pertenecer a su empresa o a una inferior',
}

export const messages: Translation<typeof englishMessages> = {
  own_company: 'Esta es su propia empresa. No se puede archivar.',
}
