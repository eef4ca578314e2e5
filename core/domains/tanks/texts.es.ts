import { tankSizeTexts } from '#core/domains/devices/texts.es.ts'
import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

export const es: Translation<typeof en> = {
  tank_manufacturers: {
    label: 'Fabricantes de tanques',
    single: 'Fabricante de tanques',
    fields: {
      manufacturer: 'Fabricante',
      contact_name: 'Contacto',
      phone: 'Teléfono',
      email: 'Correo electrónico',
      website: 'Sitio web',
      notes: 'Notas',
    },
    choices: {},
    sections: {},
  },
  tank_products: {
    label: 'Productos de tanque',
    single: 'Producto de tanque',
    fields: {
      product_name: 'Producto',
      company_id: 'Empresa',
      specific_gravity: 'Gravedad específica',
      product_group: 'Clase de líquido',
      grade: 'Grado',
      not_followed_by: 'Limpiar antes de cargar',
      not_beside: 'No en el mismo vehículo que',
      max_fill: 'Llenado máximo',
      hazard_class: 'Clase de peligro',
      un_number: 'Número ONU',
      color: 'Color',
      total_active_sensors: 'Sensores activos',
      status: 'Activo',
    },
    choices: {
      product_group: {
        none: 'Otro',
        crude_oil: 'Petróleo crudo',
        fuel_oil: 'Fueloil',
        jet_fuel: 'Combustible de aviación',
        gasoline: 'Gasolina',
        lubricant: 'Lubricante',
        lpg: 'Gas licuado (propano)',
      },
    },
    sections: { product: 'Producto', liquid: 'Líquido', loading: 'Carga', papers: 'Documentos' },
    help: {
      specific_gravity: 'El agua es 1.000; se necesita cuando el sensor mide presión',
      product_group: 'Decide la corrección a 60 °F / 15 °C y la regla de llenado',
      max_fill: 'De la capacidad del tanque; vacío = 95 %, en gas licuado 80 %',
      grade: 'Los productos de un mismo grado pueden compartir compartimento; vacío = su nombre',
      not_followed_by: 'Grados que no deben seguirle en un compartimento sin limpieza, separados por |',
      not_beside: 'Grados que no deben viajar en el mismo vehículo, separados por |',
      un_number: 'Como en el documento de transporte: UN1202',
      hazard_class: 'Como en el documento de transporte: 3 o 2.1',
    },
  },
  tank_specs: {
    label: 'Especificaciones de fabricantes',
    single: 'Especificación de fabricante',
    fields: {
      tank_name: 'Tanque',
      manufacturer_id: 'Fabricante',
      tank_type_id: 'Tipo de tanque',
      ...tankSizeTexts,
    },
    choices: {},
    sections: {},
  },
  tank_types: {
    label: 'Tipos de tanque',
    single: 'Tipo de tanque',
    fields: {
      tank_type: 'Tipo de tanque',
      slug: 'Nombre interno',
      formula: 'Fórmula',
      image_url: 'Imagen',
      comments: 'Comentarios',
      status: 'Activo',
    },
    choices: {},
    sections: {},
    help: {
      slug: 'a-z, 0-9 y _; strapping_table lee una tabla en lugar de una fórmula',
      formula: 'Litros de líquido a partir de h (su altura) y D, L, W, H del tanque, todo en mm',
    },
  },
}
