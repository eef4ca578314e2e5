import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

export const es: Translation<typeof en> = {
  settings: {
    label: 'Ajustes',
    single: 'Ajuste',
    fields: {
      company_name: 'Nombre de su empresa',
      time_zone: 'Zona horaria',
      mail_from_name: 'Nombre del remitente',
      mail_from: 'Dirección del remitente',
      mail_reply_to: 'Dirección para respuestas',
      sign_up: 'Las empresas pueden registrarse por su cuenta',
      allowed_networks: 'Redes autorizadas',
      session_hours: 'Duración de una sesión',
      session_remember_days: 'Duración de una sesión que se mantiene',
      idle_lock_minutes: 'Bloquear la pantalla tras',
      reorder_yellow: 'Leve en o por debajo de',
      reorder_red: 'Urgente en o por debajo de',
      battery_low: 'Batería baja por debajo de',
      rates_url: 'Proveedor de tipos de cambio',
      map_tiles_url: 'Teselas del mapa',
      retention_raw_months: 'Lecturas individuales, meses',
      retention_hourly_years: 'Datos por hora',
    },
    choices: {},
    sections: {
      company: 'Su empresa',
      mail: 'Correo electrónico',
      access: 'Acceso',
      alerts: 'Niveles para tanques nuevos, y alertas',
      services: 'Servicios de terceros',
      retention: 'Cuánto se conservan las lecturas',
    },
    help: {
      company_name: 'Aparece en la entrada, en los correos y en los impresos',
      time_zone: 'Para quien no ha elegido ninguna, como los usuarios nuevos',
      mail_from: 'Su servidor de correo debe poder enviar en su nombre',
      mail_reply_to: 'Vacío: las respuestas van al remitente',
      sign_up: 'Una empresa nueva espera hasta que alguien de ustedes la apruebe',
      allowed_networks:
        'Por ejemplo 203.0.113.0/24 o 2001:db8::/32. Los usuarios con «Acceder solo desde redes autorizadas» entran únicamente desde estas; sin ninguna, no entran desde ningún sitio.',
      session_hours: 'Después hay que volver a acceder',
      session_remember_days: 'Para quien elige mantener la sesión',
      idle_lock_minutes: 'Sin actividad; 0 no bloquea nunca',
      reorder_yellow: 'Para puertos que se configuran sin niveles propios; vacío: sin esa alerta',
      battery_low: 'La alerta se cierra 2 puntos por encima',
      rates_url: 'Una dirección que responde en el formato diario del Banco Central Europeo',
      map_tiles_url:
        'Por ejemplo https://tiles.example.com/{z}/{x}/{y}.png; vacío: el mapa que trae el producto',
      retention_raw_months: 'Las más antiguas se borran para siempre; sus datos por hora y por día quedan',
      retention_hourly_years: 'Los datos por día se conservan para siempre',
    },
  },
  units_of_measure: {
    label: 'Unidades de medida',
    single: 'Unidad de medida',
    fields: { unit: 'Unidad', unit_abbrev: 'Abreviatura' },
    choices: {},
    sections: {},
  },
}
