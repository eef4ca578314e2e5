import { localeNames } from '#core/platform/localeNames.ts'
import { es as platform } from '#core/platform/texts.es.ts'
import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

export const es: Translation<typeof en> = {
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
      battery_notify: 'Avisar de baterías bajas',
      user_time_zone: 'Zona horaria',
      unit_of_measure: 'Unidades',
      theme: 'Tema de color',
      notification_method: 'Avisar por',
      language: 'Idioma',
      device_filter: 'Solo para dispositivos con',
      report_time: 'Informe diario a las',
      default_route: 'Primera pantalla al entrar',
      status: 'Activa',
    },
    choices: {
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
      name: 'Nombre',
      company: 'Empresa',
      preferences: 'Preferencias',
      notifications: 'Notificaciones',
    },
    help: { default_route: 'Por ejemplo /devices; vacío para el tablero' },
  },
}
