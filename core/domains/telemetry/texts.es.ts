import type { Translation } from '#core/platform/texts/translation.ts'
import { MODEL_NAMES } from './connections/decoders/models.ts'
import type { en as english, messages as englishMessages, rules as englishRules } from './texts.en.ts'

export const es: Translation<typeof english> = {
  connections: {
    label: 'Conexiones',
    single: 'Conexión',
    fields: {
      name: 'Nombre',
      company_id: 'Empresa',
      format: 'Red o plataforma',
      decoder: 'Decodificación de los bytes',
      decoder_code: 'Decodificador',
      value_paths: 'Valores',
      mqtt_topic: 'Tema MQTT',
      active: 'Activa',
      address_made_at: 'Dirección creada',
      last_uplink_at: 'Último envío',
    },
    choices: {
      format: {
        ttn: 'The Things Stack (TTN) v3',
        chirpstack: 'ChirpStack v4',
        helium: 'Helium',
        thingsboard: 'ThingsBoard',
        sparkplug: 'Sparkplug B (por MQTT)',
        json: 'JSON',
      },
      decoder: { network: 'En la red, o ninguna', own: 'Con un decodificador pegado', ...MODEL_NAMES },
    },
    sections: { network: 'Red', reading: 'Lectura de los envíos' },
    help: {
      company_id:
        'Solo se encuentran los dispositivos de esta empresa y de las que dependen de ella; para el propio negocio, los de todas.',
      mqtt_topic:
        'En el bróker externo, por ejemplo application/+/device/+/event/up. El bróker integrado solo acepta dispositivos que informan por sí mismos. Un + representa el dispositivo de los mensajes que no nombran ninguno.',
      decoder_code: 'La función decodeUplink(input) tal como la publica el fabricante.',
      value_paths: 'Dónde está cada valor en los datos decodificados. Pegue una muestra para encontrarlos.',
    },
  },
}

export const rules: Translation<typeof englishRules> = {
  not_a_batch: 'No es un lote de un dispositivo: no contiene records, confirm ni fail',
  too_many_records: 'Como máximo {{max}} registros en un lote',
  day_to_come: 'No puede estar en el futuro',
  not_before_owner: 'No puede ser anterior a la fecha en que la empresa actual recibió el dispositivo',
  percent_or_volume: 'Un porcentaje o un volumen, no ambos',
  value_path_wrong: 'La fila {{row}} necesita una ruta, un valor y una unidad',
  value_paths_too_many: 'Como máximo {{max}} filas',
  mqtt_topic: 'Debe ser un filtro de temas cuyo primer nivel sea un nombre distinto de ullage',
  not_json: 'No es JSON',
  beyond_capacity: 'Más que la capacidad del tanque, o no se conoce la capacidad',
}

export const messages: Translation<typeof englishMessages> = {
  wrong_address: 'Esta no es una dirección válida.',
  wrong_device_key: 'Esta no es una clave de dispositivo válida.',
  address_made: 'Dirección creada. La anterior ya no funciona.',
  connection_inactive: 'Esta conexión no está activa.',
  device_linked: 'Dispositivo vinculado.',
  uplinks_read_again: 'Los envíos se leyeron de nuevo.',
  tank_is_measured: 'Un sensor mide el nivel de este tanque.',
  level_entered: 'Nivel registrado.',
  level_removed: 'Nivel eliminado.',
  rise_judged: 'Guardado. El pronóstico se actualiza en un minuto.',
  delivery_added: 'Entrega agregada. El pronóstico se actualiza en un minuto.',
  told_change_removed: 'Se quitó. Vuelve a contar el valor medido.',
  rise_was_seen: 'El nivel subió en ese momento. Explique esa subida.',
  recomputations_run: 'Los historiales de todos estos tanques ya se están recalculando.',
  recomputations_queued: 'Los historiales se recalcularán.',
  recomputation_runs: 'El historial de este tanque ya se está recalculando.',
  recomputation_queued: 'El historial se recalculará.',
}
