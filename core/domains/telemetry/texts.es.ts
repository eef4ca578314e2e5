import type { Translation } from '#core/platform/translation.ts'
import type { messages as englishMessages, rules as englishRules } from './texts.en.ts'

export const rules: Translation<typeof englishRules> = {
  not_a_batch: 'No es un lote de un dispositivo: no contiene records, confirm ni fail',
  too_many_records: 'Como máximo {{max}} registros en un lote',
  day_to_come: 'No puede estar en el futuro',
  not_before_owner: 'No puede ser anterior a la fecha en que la empresa actual recibió el dispositivo',
  percent_or_volume: 'Un porcentaje o un volumen, no ambos',
  beyond_capacity: 'Más que la capacidad del tanque, o no se conoce la capacidad',
}

export const messages: Translation<typeof englishMessages> = {
  wrong_device_key: 'Esta no es una clave de dispositivo válida.',
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
