import { localeNames } from '#core/platform/texts/localeNames.ts'
import { es as platform } from '#core/platform/texts/texts.es.ts'
import type { Translation } from '#core/platform/texts/translation.ts'
import type { en, rules as englishRules } from './texts.en.ts'

const owner = { object_ref: 'Pertenece a', object_id: 'Número de registro' }
const object_ref = {
  company: 'Empresa',
  person: 'Persona',
  device: 'Dispositivo',
  document: 'Documento',
  shipment: 'Envío',
  work_order: 'Orden de trabajo',
}

export const es: Translation<typeof en> = {
  departments: {
    label: 'Departamentos',
    single: 'Departamento',
    fields: {
      company_id: 'Empresa',
      department_name: 'Nombre',
      parent_department_id: 'Parte de',
      manager_id: 'Responsable',
      location_id: 'Ubicación',
      cost_center: 'Centro de costos',
      budget: 'Presupuesto',
      start_date: 'Desde',
      end_date: 'Hasta',
      description: 'Descripción',
    },
    choices: {},
    sections: { department: 'Departamento', budget: 'Presupuesto', description: 'Descripción' },
  },
  entity_phones: {
    label: 'Teléfonos',
    single: 'Teléfono',
    fields: {
      ...owner,
      phone_number: 'Número de teléfono',
      phone_number_formatted: 'Con formato',
      phone_extension: 'Extensión',
      country_id: 'País',
      country_iso_2: 'Código de país',
      country_iso_3: 'Código de país, tres letras',
      phone_type: 'Tipo',
      prime: 'Principal',
      notify: 'Recibe avisos',
      call_link: 'Llamar',
      sms_link: 'Mensaje',
    },
    choices: {
      object_ref,
      phone_type: { home: 'Casa', mobile: 'Celular', work: 'Trabajo', fax: 'Fax' },
    },
    sections: {},
  },
  entity_emails: {
    label: 'Correos',
    single: 'Correo',
    fields: {
      ...owner,
      email_address: 'Correo electrónico',
      email_type: 'Tipo',
      prime: 'Principal',
      notify: 'Recibe avisos',
      email_link: 'Escribir',
    },
    choices: {
      object_ref,
      email_type: { home: 'Casa', work: 'Trabajo', other: 'Otro' },
    },
    sections: {},
  },
  entity_addresses: {
    label: 'Direcciones',
    single: 'Dirección',
    fields: {
      ...owner,
      location_label: 'Nombre del lugar',
      address_type: 'Tipo',
      address1: 'Calle',
      address2: 'Calle, segunda línea',
      city: 'Ciudad',
      state: 'Estado',
      zip_code: 'Código postal',
      zip_code_ext: 'ZIP+4',
      country_id: 'País',
      country_name: 'Nombre del país',
      prime: 'Principal',
      full_single_line_address: 'Dirección en una línea',
      maps_link: 'Mapa',
    },
    choices: {
      object_ref,
      address_type: { billing: 'Facturación', shipping: 'Envío', work: 'Trabajo', other: 'Otra' },
    },
    sections: {},
  },
  notes: {
    label: 'Notas',
    single: 'Nota',
    fields: {
      ...owner,
      note: 'Nota',
      created_by: 'Escrita por',
      created_by_id: 'Número del autor',
    },
    choices: {
      object_ref,
    },
    sections: {},
  },
  people: {
    label: 'Personas',
    single: 'Persona',
    fields: {
      company_id: 'Empresa',
      prefix: 'Título',
      first_name: 'Nombre',
      middle_name: 'Segundo nombre',
      last_name: 'Apellido',
      suffix: 'Sufijo',
      combined_name: 'Nombre',
      nick_name: 'Apodo',
      job_title: 'Cargo',
      gender: 'Género',
      photo_id: 'Foto',
      entity_phones_id: 'Teléfono principal',
      entity_emails_id: 'Correo principal',
      battery_notify: 'Avisos de batería baja',
      user_time_zone: 'Zona horaria',
      unit_of_measure: 'Unidades',
      theme: 'Tema de color',
      notification_method: 'Avisar por',
      language: 'Idioma',
      device_filter: 'Filtro de dispositivos',
      report_time: 'Resumen diario a las',
      country_id: 'País',
      phone_number: 'Número de teléfono',
      email_address: 'Correo electrónico',
      email_type: 'Tipo de correo',
      default_route: 'Primera pantalla al iniciar sesión',
      status: 'Activa',
    },
    choices: {
      email_type: { home: 'Casa', work: 'Trabajo', other: 'Otro' },
      gender: { 0: 'Sin indicar', 1: 'Femenino', 2: 'Masculino', 3: 'Otro' },
      unit_of_measure: { 1: 'Imperial (galones, pulgadas, °F)', 2: 'Métrico (litros, mm, °C)' },
      theme: platform.themes,
      notification_method: {
        none: 'Ninguno',
        email: 'Correo electrónico',
        sms: 'Mensaje de texto',
        both: 'Ambos',
      },
      language: localeNames,
    },
    sections: {
      contact: 'Datos de contacto',
      name: 'Nombre',
      company: 'Empresa',
      preferences: 'Preferencias',
      notifications: 'Avisos',
    },
    help: {
      default_route: 'Vacío: la primera pantalla del tipo de acceso, como el tablero o «Mi jornada»',
      notification_method:
        'Cómo se envían las alertas y los mensajes, además de la campana. Los mensajes de texto requieren un proveedor',
      report_time: 'Cuándo llega el resumen diario por correo, si se eligió correo',
      device_filter:
        'Solo dispositivos cuyo nombre, número, empresa o etiquetas contienen una de estas palabras, separadas por comas',
    },
  },
}

export const rules: Translation<typeof englishRules> = {
  not_after_end: 'No debe ser posterior al final',
  new_prime: 'Elija cuál de los otros pasa a ser el principal',
  owner_fixed: 'Pertenece a otro registro',
  prime_needed: 'Convierta otro en el principal',
  zip: 'Debe tener al menos 5 números',
}
