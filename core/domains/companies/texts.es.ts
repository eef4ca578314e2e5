import type { Translation } from '#core/platform/texts/translation.ts'
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
  tax_number: 'Número de identificación fiscal',
  payment_text: 'Cómo pagar',
  unit_of_measure: 'Unidades',
  hours_rule: 'Horas de servicio',
  delivery_tolerance: 'Tolerancia de entrega',
  emergency_phone: 'Teléfono de emergencia',
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
  hours_rule: {
    none: 'Ninguna',
    us_60_7: 'EE. UU., carga: 11 h de conducción, 14 h de jornada, 60 h en 7 días',
    us_70_8: 'EE. UU., carga: 11 h de conducción, 14 h de jornada, 70 h en 8 días',
    us_short_60_7: 'EE. UU., corta distancia: 150 millas aéreas, 14 h, 60 h en 7 días',
    us_short_70_8: 'EE. UU., corta distancia: 150 millas aéreas, 14 h, 70 h en 8 días',
    eu: 'UE: 9 h de conducción, pausa de 45 min tras 4,5 h',
  },
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
  payment_text: 'Banco y cuenta, impresos en las facturas que envía',
  unit_of_measure: 'Las unidades de sus pedidos. Vacío: las de la empresa matriz',
  hours_rule: 'Límites del tiempo de conducción. Vacío: como en la empresa matriz',
  delivery_tolerance:
    'Cuánto puede diferir una entrega de lo planificado antes de que el conductor deba indicar un motivo. Vacío: como en la empresa matriz, o 5 %',
  emergency_phone:
    'Para el documento de transporte de mercancías peligrosas. Debe atenderse día y noche. Vacío: el de la empresa matriz. Una vez indicado, un envío solo puede salir con el documento completo',
  parent_id: 'Los usuarios de la empresa matriz también ven esta empresa',
  packing_list_fields: 'Campos que se muestran en cada línea de la lista de empaque. Vacío: todos',
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
  customer_figures: {
    label: 'Cifras de clientes',
    single: 'Cifras del cliente',
    fields: {
      tank_count: 'Tanques',
      worst_level: 'Peor nivel',
      worst_percent: 'Peor nivel (%)',
      worst_source: 'El nivel es',
      open_amount: 'Saldo',
      overdue_amount: 'Vencido',
    },
    choices: {
      worst_level: {
        urgent: 'Urgente',
        overfill: 'Sobrellenado',
        mild: 'Moderado',
        fine: 'Bien',
        unknown: 'Sin lectura',
        sudden_loss: 'Pérdida repentina',
        unexplained_loss: 'Pérdida sin explicación',
      },
      worst_source: { measured: 'Medido', estimated: 'Estimado' },
    },
    sections: {},
  },
  customers: {
    label: 'Clientes',
    single: 'Cliente',
    fields: {
      ...fields,
      credit_limit: 'Límite de crédito',
      credit_hold: 'Crédito bloqueado',
      credit_hold_reason: 'Motivo del bloqueo',
      invoice_per: 'Una factura por',
      billing_rhythm: 'Se factura',
      billing_email: 'Las facturas se envían a',
      shipping_number: 'Número de cuenta de envío',
    },
    choices: {
      ...choices,
      invoice_per: { order: 'Entrega o pedido', site: 'Lugar', po: 'Número de PO' },
      billing_rhythm: {
        delivery: 'Tras cada entrega',
        day: 'Cada día',
        week: 'Cada semana',
        month: 'Cada mes',
      },
    },
    suggestions,
    sections,
    help: {
      ...help,
      parent_id: 'Los usuarios de la empresa matriz también ven esta empresa. Vacío: su propia empresa',
      billing_email: 'Vacío: su correo principal',
    },
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
  sites: {
    label: 'Sitios',
    single: 'Sitio',
    fields: {
      name: 'Nombre',
      company_id: 'Cliente',
      contract: 'Contrato',
      area: 'Zona',
      status: 'Activo',
      address1: 'Dirección',
      address2: 'Dirección, línea 2',
      city: 'Ciudad',
      state: 'Estado',
      zip_code: 'Código postal',
      country_id: 'País',
      latitude: 'Latitud',
      longitude: 'Longitud',
      time_zone: 'Zona horaria',
      contact_name: 'Contacto',
      contact_phone: 'Teléfono',
      access_notes: 'Notas de acceso',
      gate_code: 'Código del portón',
      delivery_windows: 'Horario de entrega',
      smallest_drop: 'Entrega mínima',
      imperial_smallest_drop: 'Entrega mínima',
      hose_reach: 'Alcance de la manguera',
      imperial_hose_reach: 'Alcance de la manguera',
      picture_id: 'Foto',
    },
    choices: {
      contract: { automatic: 'Automático', will_call: 'A pedido', keep_full: 'Mantener lleno' },
    },
    sections: { site: 'Sitio', place: 'Ubicación', access: 'Acceso', delivery: 'Entrega' },
    help: {
      contract:
        'Automático: usted decide cuándo entregar. A pedido: el cliente lo solicita. Mantener lleno: los tanques se llenan en cada ruta',
      area: 'La ruta o el distrito del sitio',
      latitude: 'Determina la zona horaria del horario de entrega',
      gate_code:
        'Cifrado. Solo lo ven completo los conductores, los despachadores y los usuarios que pueden editar el sitio',
      access_notes: 'Para los conductores: perros, ramas bajas, por dónde entrar',
      delivery_windows: 'En la zona horaria del sitio. Vacío: a cualquier hora',
      smallest_drop: 'Una cantidad menor no justifica una parada',
      imperial_smallest_drop: 'Una cantidad menor no justifica una parada',
      hose_reach: 'Distancia del camión al tanque más lejano',
      imperial_hose_reach: 'Distancia del camión al tanque más lejano',
    },
  },
  vendors: { label: 'Proveedores', single: 'Proveedor', fields, choices, suggestions, sections, help },
}

export const rules: Translation<typeof englishRules> = {
  currency_in_use: 'La moneda ya no se puede cambiar: hay documentos, pagos o precios con importes en ella',
  parent_cycle: 'Una empresa no puede pertenecer a sí misma ni a una inferior',
  parent_required: 'Debe pertenecer a su empresa o a una inferior',
  seller_stays:
    'Hay documentos, pagos o cargas de su vendedor. Cree la empresa bajo el nuevo vendedor y mueva allí sus dispositivos.',
  contract_decided: 'Solo su proveedor puede cambiar el contrato',
}

export const messages: Translation<typeof englishMessages> = {
  own_company: 'Esta es su propia empresa. No se puede archivar.',
  company_unsettled: 'Todavía tiene facturas, créditos o pagos sin saldar, por eso no se puede archivar.',
}
