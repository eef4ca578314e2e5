import { es as platform } from '#core/platform/texts.es.ts'
import type { Translation } from '#core/platform/translation.ts'
import type { en, messages as englishMessages, rules as englishRules } from './texts.en.ts'

const sensitivities = {
  off: 'No',
  low: 'Baja: casi sin falsas alarmas, más tarde',
  normal: 'Normal: una falsa alarma por tanque en unos diez años',
  high: 'Alta: antes, con más falsas alarmas',
}

export const es: Translation<typeof en> = {
  options: {
    label: 'Opciones',
    single: 'Opción',
    fields: {
      category_id: 'Lista',
      option: 'Nombre',
      value: 'Valor',
      slug: 'Slug',
      class: 'Clase',
      sort_order: 'Posición',
      status: 'Se puede elegir',
    },
    choices: {},
    sections: {},
    help: {
      value: 'Lo que los registros guardan de ella; vacío: el slug',
      slug: 'Se forma del nombre si se deja vacío',
      class: 'Su aspecto: un color o un icono',
    },
  },
  options_categories: {
    label: 'Listas de opciones',
    single: 'Lista de opciones',
    fields: {
      category: 'Nombre',
      slug: 'Slug',
      system_list: 'Lista del producto',
      sort_by: 'Orden',
      status: 'Activa',
    },
    choices: { sort_by: { 0: 'El propio', 1: 'Por valor', 2: 'Por nombre' } },
    sections: {},
    help: { slug: 'Se forma del nombre si se deja vacío. Las listas del producto conservan el suyo' },
  },
  questions: {
    label: 'Preguntas',
    single: 'Pregunta',
    fields: {
      question: 'Pregunta',
      field_type: 'Se responde con',
      object_ref: 'Se pregunta sobre',
      object_id: 'Solo de ese, id',
    },
    choices: {
      field_type: {
        text: 'Texto',
        number: 'Número',
        date: 'Fecha',
        select: 'Elección',
        checkbox: 'Casilla',
        photo: 'Foto',
      },
    },
    sections: {},
  },
  settings: {
    label: 'Ajustes',
    single: 'Ajuste',
    fields: {
      company_name: 'Nombre de su empresa',
      staff_shown_as: 'Los demás ven a su gente como',
      time_zone: 'Zona horaria',
      mail_from_name: 'Nombre del remitente',
      mail_from: 'Dirección del remitente',
      mail_reply_to: 'Dirección para respuestas',
      sign_up: 'Las empresas pueden registrarse por su cuenta',
      allowed_networks: 'Redes autorizadas',
      second_factor_login_types: 'El acceso en dos pasos es obligatorio para',
      session_hours: 'Duración de una sesión',
      session_remember_days: 'Duración de una sesión que se mantiene',
      idle_lock_minutes: 'Bloquear la pantalla tras',
      reorder_yellow: 'Leve en o por debajo de',
      reorder_red: 'Urgente en o por debajo de',
      battery_low: 'Batería baja por debajo de',
      unexplained_loss: 'Pérdida sin explicación',
      unexplained_rise: 'Subida sin explicación',
      use_stopped: 'Consumo detenido',
      sensor_drift: 'Sensor a la deriva',
      frozen_sensor: 'Sensor congelado',
      rates_url: 'Proveedor de tipos de cambio',
      rates_private: 'El proveedor puede estar en una red privada',
      weather_url: 'Proveedor de datos del tiempo',
      weather_private: 'El proveedor del tiempo puede estar en una red privada',
      weather_attribution: 'De quién son los datos del tiempo',
      degree_day_base: 'Los grados día se cuentan desde',
      map_tiles_url: 'Teselas del mapa',
      retention_raw_months: 'Lecturas individuales, meses',
      retention_hourly_years: 'Datos por hora',
    },
    choices: {
      unexplained_loss: sensitivities,
      unexplained_rise: sensitivities,
      use_stopped: sensitivities,
      sensor_drift: sensitivities,
      second_factor_login_types: platform.login_types,
      degree_day_base: { f65: '65 °F (18,33 °C)', c18: '18 °C (64,4 °F)' },
      staff_shown_as: { staff: 'Personal de Ullage', company: 'El nombre de su empresa' },
    },
    sections: {
      company: 'Su empresa',
      mail: 'Correo electrónico',
      access: 'Acceso',
      alerts: 'Niveles para tanques nuevos, y alertas',
      unexplained: 'Consumo que cambia sin motivo',
      services: 'Servicios de terceros',
      weather: 'Tiempo',
      retention: 'Cuánto se conservan las lecturas',
    },
    help: {
      company_name: 'En la entrada, en cada pantalla, en los correos y en las aplicaciones de autenticación',
      staff_shown_as: 'En el historial y las notas que leen clientes, distribuidores y proveedores',
      time_zone: 'Para quien no ha elegido ninguna, como los usuarios nuevos',
      mail_from: 'Su servidor de correo debe poder enviar en su nombre',
      mail_reply_to: 'Vacío: las respuestas van al remitente',
      sign_up: 'Una empresa nueva espera hasta que alguien de ustedes la apruebe',
      allowed_networks:
        'Por ejemplo 203.0.113.0/24 o 2001:db8::/32. Los usuarios con «Acceder solo desde redes autorizadas» entran únicamente desde estas; sin ninguna, no entran desde ningún sitio.',
      second_factor_login_types:
        'Quien no lo ha configurado lo hace en su próximo acceso, antes que nada. Los demás pueden hacerlo.',
      session_hours: 'Después hay que volver a acceder',
      session_remember_days: 'Para quien elige mantener la sesión',
      idle_lock_minutes: 'Sin actividad; 0 no bloquea nunca',
      reorder_yellow: 'Para puertos que se configuran sin niveles propios; vacío: sin esa alerta',
      battery_low: 'La alerta se cierra 2 puntos por encima',
      unexplained_loss:
        'Se evalúa una vez al día en cada tanque. Una pérdida mayor de lo que explican el frío y la semana; con propano se avisa por correo de inmediato',
      use_stopped: 'No se consume nada en días en que es habitual',
      sensor_drift: 'El nivel sube despacio sin ninguna entrega',
      rates_url: 'Una dirección que responde en el formato diario del Banco Central Europeo',
      rates_private: 'Sin esto el servidor no consulta direcciones de esta máquina ni de una red propia',
      weather_url:
        'Una dirección que responde en el formato de Open-Meteo, con su clave si la necesita; vacía: los pronósticos no siguen el tiempo. Se le dice dónde están sus tanques, con 28 km de aproximación.',
      weather_attribution: 'Se dice junto a los pronósticos que siguen el tiempo, como pide su licencia',
      degree_day_base: 'Un día así de cálido nadie calienta',
      map_tiles_url:
        'Por ejemplo https://tiles.example.com/{z}/{x}/{y}.png; vacío: el mapa que trae el producto',
      retention_raw_months: 'Las más antiguas se borran para siempre; sus datos por hora y por día quedan',
      retention_hourly_years: 'Los datos por día se conservan para siempre',
    },
  },
  units_of_measure: {
    label: 'Unidades de medida',
    single: 'Unidad de medida',
    fields: {
      unit: 'Unidad',
      unit_abbrev: 'Abreviatura',
      measure: 'Mide',
      factor: 'Tamaño',
      code: 'Código',
    },
    choices: {
      measure: {
        volume: 'Volumen',
        mass: 'Peso',
        count: 'Piezas',
        time: 'Tiempo',
        other: 'Otra cosa',
        system: 'Un sistema de unidades',
      },
    },
    sections: {},
    help: {
      factor:
        'Litros, kilogramos, horas o piezas que tiene una unidad. Un galón de Estados Unidos tiene 3.785411784 litros',
    },
  },
}

export const rules: Translation<typeof englishRules> = {
  network: '{{text}} no es una red como 203.0.113.0/24',
  tiles: 'Debe contener {z}, {x} e {y}',
  system_list: 'El propio producto lo necesita tal como está',
}

export const messages: Translation<typeof englishMessages> = {
  system_list: 'El propio producto necesita esta lista. No se puede archivar.',
  own_unit: 'El propio producto cuenta con esta unidad. No se puede eliminar.',
}
