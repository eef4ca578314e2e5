import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

const fields = {
  company: 'Nombre',
  company_short: 'Nombre corto',
  parent_id: 'Pertenece a',
  website: 'Sitio web',
  correspondence_method: 'Correspondencia',
  currency_code: 'Código de moneda',
  currency_id: 'Moneda',
  payment_term_id: 'Condiciones de pago',
  turn_around_days: 'Plazo de respuesta',
  has_nda: 'Firmó un acuerdo de confidencialidad',
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
  correspondence_method: { electronic: 'Electrónica', mail: 'Correo postal' },
  ship_label_type: { normal: 'Normal', small: 'Pequeña', none: 'Ninguna' },
}
const sections = {
  company: 'Empresa',
  terms: 'Condiciones',
  shipping: 'Envíos',
  references: 'Ids en otros sistemas',
  notes: 'Notas',
}
const help = { parent_id: 'Quien pertenece a una empresa superior también ve esta' }

export const es: Translation<typeof en> = {
  companies: {
    label: 'Empresas',
    single: 'Empresa',
    fields: { ...fields, organisation_type_id: 'Clase', shipping_number: 'Número de cuenta de envío' },
    choices: {
      ...choices,
      organisation_type_id: {
        1: 'Cliente',
        2: 'Distribuidor',
        3: 'Fabricante',
        4: 'Transportista',
        5: 'Proveedor',
      },
    },
    sections: {},
  },
  customers: {
    label: 'Clientes',
    single: 'Cliente',
    fields: { ...fields, shipping_number: 'Número de cuenta de envío' },
    choices,
    sections,
    help,
  },
  distributors: { label: 'Distribuidores', single: 'Distribuidor', fields, choices, sections, help },
}
