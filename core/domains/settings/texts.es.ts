import { es as platform } from '#core/platform/texts/texts.es.ts'
import type { Translation } from '#core/platform/texts/translation.ts'
import type { en, messages as englishMessages, rules as englishRules } from './texts.en.ts'

const sensitivities = {
  off: 'Desactivada',
  low: 'Baja: casi sin falsas alarmas, pero más tarde',
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
      slug: 'Nombre interno',
      class: 'Clase',
      sort_order: 'Posición',
      status: 'Se puede elegir',
    },
    choices: {},
    sections: {},
    help: {
      value: 'El valor que se guarda en los registros. Vacío: el nombre interno',
      slug: 'Vacío: se forma a partir del nombre',
      class: 'Un color o un icono',
    },
  },
  options_categories: {
    label: 'Listas de opciones',
    single: 'Lista de opciones',
    fields: {
      category: 'Nombre',
      slug: 'Nombre interno',
      system_list: 'Lista del sistema',
      sort_by: 'Orden',
      status: 'Activa',
    },
    choices: { sort_by: { 0: 'Orden manual', 1: 'Por valor', 2: 'Por nombre' } },
    sections: {},
    help: { slug: 'Vacío: se forma a partir del nombre. Fijo en las listas del sistema' },
  },
  questions: {
    label: 'Preguntas',
    single: 'Pregunta',
    fields: {
      question: 'Pregunta',
      field_type: 'Tipo de respuesta',
      object_ref: 'Se aplica a',
      object_id: 'Solo para el registro número',
    },
    choices: {
      field_type: {
        text: 'Texto',
        number: 'Número',
        date: 'Fecha',
        select: 'Opción',
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
      company_name: 'Nombre de la empresa',
      staff_shown_as: 'Los demás ven a su personal como',
      time_zone: 'Zona horaria',
      mail_from_name: 'Nombre del remitente',
      mail_from: 'Dirección del remitente',
      mail_reply_to: 'Dirección para respuestas',
      mail_invoices: 'Enviar por correo las facturas de cada facturación',
      sign_up: 'Permitir que las empresas se registren',
      distributors_back_office: 'Los distribuidores llevan su propia administración',
      allowed_networks: 'Redes autorizadas',
      api_origins: 'Sitios web que llaman a la API',
      second_factor_login_types: 'El acceso en dos pasos es obligatorio para',
      session_hours: 'Duración de la sesión',
      session_remember_days: 'Duración de la sesión si se mantiene',
      idle_lock_minutes: 'Bloquear la pantalla después de',
      reorder_yellow: 'Moderado desde',
      reorder_red: 'Urgente desde',
      battery_low: 'Batería baja por debajo de',
      unexplained_loss: 'Pérdida sin explicación',
      unexplained_rise: 'Subida sin explicación',
      use_stopped: 'Consumo detenido',
      sensor_drift: 'Sensor a la deriva',
      frozen_sensor: 'Sensor congelado',
      rates_url: 'Proveedor de tipos de cambio',
      rates_private: 'El proveedor de tipos de cambio puede estar en una red privada',
      webhooks_private: 'Los webhooks pueden usar http y estar en una red privada',
      identity_providers_private: 'Los proveedores de identidad pueden usar http y estar en una red privada',
      weather_url: 'Proveedor de datos del clima',
      weather_private: 'El proveedor del clima puede estar en una red privada',
      weather_attribution: 'Fuente de los datos del clima',
      degree_day_base: 'Base de los grados día',
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
      alerts: 'Alertas y niveles para tanques nuevos',
      unexplained: 'Cambios de consumo sin explicación',
      services: 'Servicios externos',
      weather: 'Clima',
      retention: 'Conservación de datos',
    },
    help: {
      company_name:
        'Aparece en la página de inicio de sesión, en cada pantalla, en los correos y en las aplicaciones de autenticación',
      staff_shown_as: 'En el historial y las notas que leen clientes, distribuidores y proveedores',
      time_zone: 'Para quien no ha elegido ninguna, como los usuarios nuevos',
      mail_from: 'Su servidor de correo debe poder enviar en su nombre',
      mail_reply_to: 'Vacío: las respuestas van al remitente',
      mail_invoices: 'Activado: la facturación envía las facturas, salvo que se elija otra cosa',
      sign_up: 'Una empresa nueva espera hasta que su personal la apruebe',
      distributors_back_office:
        'Permite conceder al personal de los distribuidores acceso a pedidos, facturación, precios y camiones de sus propios clientes. Los permisos se siguen concediendo por cuenta o por tipo de acceso.',
      allowed_networks:
        'Por ejemplo 203.0.113.0/24 o 2001:db8::/32. Los usuarios con «Iniciar sesión solo desde redes autorizadas» solo pueden hacerlo desde estas; si no hay ninguna, no pueden iniciar sesión.',
      api_origins:
        'Por ejemplo https://tienda.example.com. Sus páginas pueden llamar a la API con una clave de API.',
      second_factor_login_types:
        'Los usuarios de estos tipos de acceso deben configurarlo en su próximo inicio de sesión. Para los demás es opcional.',
      session_hours: 'Después hay que iniciar sesión de nuevo',
      session_remember_days: 'Para quien elige mantener la sesión abierta',
      idle_lock_minutes: 'Tiempo sin actividad. 0: nunca',
      reorder_yellow: 'Para puertos sin niveles propios. Vacío: sin esa alerta',
      battery_low: 'La alerta se cierra 2 puntos por encima',
      unexplained_loss:
        'Una pérdida que no explican el frío ni el día de la semana. Cada tanque se evalúa una vez al día. Con propano, la alerta se envía por correo de inmediato',
      use_stopped: 'Sin consumo en días que suelen tenerlo',
      sensor_drift: 'El nivel sube despacio sin ninguna entrega',
      rates_url: 'Una dirección que responde en el formato diario del Banco Central Europeo',
      rates_private:
        'Si está desactivado, el servidor no consulta direcciones de esta máquina ni de una red privada',
      weather_url:
        'Una dirección que responde en el formato de Open-Meteo, con su clave si la necesita. Vacía: los pronósticos no siguen el clima. El proveedor sabe dónde están sus tanques, con una aproximación de 28 km.',
      weather_attribution: 'Aparece junto a los pronósticos que siguen el clima, como exige la licencia',
      degree_day_base: 'En días así de cálidos no hace falta calefacción',
      map_tiles_url: 'Por ejemplo https://tiles.example.com/{z}/{x}/{y}.png. Vacío: el mapa incluido',
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
      factor: 'Factor',
      code: 'Código',
    },
    choices: {
      measure: {
        volume: 'Volumen',
        mass: 'Peso',
        count: 'Cantidad',
        time: 'Tiempo',
        other: 'Otra',
        system: 'Sistema de unidades',
      },
    },
    sections: {},
    help: {
      factor:
        'Litros, kilogramos, horas o piezas que tiene una unidad. Un galón de Estados Unidos tiene 3,785411784 litros',
    },
  },
}

export const rules: Translation<typeof englishRules> = {
  origin: '{{text}} no es un origen como https://tienda.example.com',
  network: '{{text}} no es una red como 203.0.113.0/24',
  tiles: 'Debe contener {z}, {x} e {y}',
  system_list: 'No se puede cambiar en una lista que el producto necesita',
}

export const messages: Translation<typeof englishMessages> = {
  system_list: 'El producto necesita esta lista. No se puede archivar.',
  own_unit: 'El producto usa esta unidad. No se puede eliminar.',
}
