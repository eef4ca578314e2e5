import { tankSizeTexts } from '#core/domains/devices/texts.es.ts'
import type { Translation } from '#core/platform/texts/translation.ts'
import type { en, messages as englishMessages, rules as englishRules } from './texts.en.ts'

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
      product_group: 'Tipo de líquido',
      grade: 'Grado',
      not_followed_by: 'Limpiar antes de cargar',
      not_beside: 'No en el mismo vehículo que',
      vehicle_class: 'Se transporta como',
      expansion_room: 'Espacio de expansión',
      invoice_notice: 'Aviso en las facturas',
      max_fill: 'Llenado máximo',
      unusable_bottom: 'Fondo no utilizable',
      degree_day_base: 'Base de los grados día',
      list_price: 'Precio de lista',
      list_price_unit_id: 'Precio de lista por',
      hazard_class: 'Clase de peligro',
      un_number: 'Número ONU',
      proper_shipping_name: 'Designación oficial de transporte',
      packing_group: 'Grupo de embalaje',
      color: 'Color',
      total_active_sensors: 'Sensores activos',
      status: 'Activo',
    },
    choices: {
      product_group: {
        none: 'Otro',
        crude_oil: 'Petróleo crudo',
        fuel_oil: 'Fuel oil',
        jet_fuel: 'Combustible de aviación',
        gasoline: 'Gasolina',
        lubricant: 'Lubricante',
        lpg: 'Gas licuado (propano)',
      },
      vehicle_class: {
        fuel: 'Combustible y aceite',
        lpg: 'Gas licuado (GLP)',
        def: 'DEF',
        chemical: 'Productos químicos',
      },
      degree_day_base: { f65: '65 °F (18,33 °C)', c18: '18 °C (64,4 °F)' },
      packing_group: { I: 'I', II: 'II', III: 'III' },
    },
    sections: {
      product: 'Producto',
      liquid: 'Líquido',
      price: 'Precio',
      loading: 'Carga',
      papers: 'Documentos',
    },
    help: {
      vehicle_class: 'Vehículos que pueden transportarlo. Vacío: según el tipo de líquido',
      specific_gravity: 'El agua es 1,000; se necesita cuando el sensor mide presión',
      product_group: 'Determina la corrección a 60 °F / 15 °C y el límite de llenado',
      invoice_notice: 'Por ejemplo: diésel teñido, solo para uso no gravado, multa por uso gravado',
      expansion_room:
        'Parte del compartimento que debe quedar vacía. Vacío: ninguna, o 15 % para gas licuado',
      max_fill: 'De la capacidad del tanque. Vacío: 95 %, o 80 % en gas licuado',
      unusable_bottom:
        'Parte de la capacidad que no se puede extraer: a este nivel se agota el tanque. Vacío: 5 %',
      degree_day_base:
        'Indíquelo para combustibles de calefacción, para usar el clima local aun sin proveedor del clima. Vacío: el valor de los ajustes',
      grade: 'Los productos de un mismo grado pueden compartir compartimento. Vacío: el nombre del producto',
      not_followed_by: 'Grados que no deben seguirle en un compartimento sin limpieza, separados por |',
      not_beside: 'Grados que no deben viajar en el mismo vehículo, separados por |',
      un_number: 'Como en el documento de transporte: UN1202',
      proper_shipping_name: 'Como en el documento de transporte: Combustible diésel',
      packing_group: 'Como en el documento de transporte; los gases no tienen',
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

export const rules: Translation<typeof englishRules> = {
  capacity_differs:
    'Difiere un {{percent}} % de las medidas. Corríjala o confirme que la capacidad es correcta',
  capacity_impossible: 'Un tanque de estas medidas no puede tener esta capacidad',
  tank_not_computable: 'Con estas medidas no se puede calcular el volumen de esta forma',
  own_product: 'El producto es suyo: cambie directamente su nombre',
  class_of_gas: 'El gas licuado debe transportarse como gas licuado, y los demás productos no',
  un_number: 'Debe ser un número como UN1202',
  above_max_fill: 'Solo los usuarios que pueden exceder los límites pueden fijar más del {{limit}} %',
  formula_empty: 'Obligatorio',
  formula_too_long: 'El texto es demasiado largo',
  formula_too_deep: 'La fórmula tiene demasiados niveles',
  formula_too_complex: 'La fórmula es demasiado larga para calcularla',
  formula_syntax: 'No se puede leer la fórmula',
  formula_unknown_name: 'La fórmula contiene un nombre desconocido',
  formula_wrong_arguments: 'Una función de la fórmula tiene argumentos de más o de menos',
  formula_not_finite: 'La fórmula no tiene valor para algunas alturas',
  formula_not_empty_at_zero: 'Un tanque vacío debe contener 0 litros',
  formula_not_monotone: 'El volumen no debe bajar mientras sube el nivel',
  formula_no_capacity: 'El tanque no tendría capacidad',
  formula_exceeds_capacity: 'El volumen es mayor que el tanque',
}

export const messages: Translation<typeof englishMessages> = {
  saved_levels_renewed:
    'Guardado. Cambiaron los niveles de todos los tanques que lo usan. Sus historiales quedan como estaban hasta que los recalcule.',
  saved_levels_judged: 'Guardado. El cambio se aplica a todos los tanques que lo usan.',
  product_watched: 'Hay tanques con este producto en {{places}}. Asígneles antes otro producto.',
}
