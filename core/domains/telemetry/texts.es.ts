import type { Translation } from '#core/platform/translation.ts'
import type { messages as englishMessages, rules as englishRules } from './texts.en.ts'

export const rules: Translation<typeof englishRules> = {
  not_a_batch: 'No es un lote de un dispositivo: no contiene records, confirm ni fail',
  too_many_records: 'Como máximo {{max}} registros en un lote',
  day_to_come: 'No puede estar en el futuro',
  not_before_owner: 'No puede ser anterior a la llegada del dispositivo a su dueño',
  percent_or_volume: 'Un porcentaje o un volumen, no ambos',
  beyond_capacity: 'Más de lo que cabe en el tanque, o no se conoce su capacidad',
}

export const messages: Translation<typeof englishMessages> = {
  wrong_device_key: 'Esta no es una clave de dispositivo válida.',
  tank_is_measured: 'Un sensor mide el nivel de este tanque.',
  level_entered: 'Nivel registrado.',
  level_removed: 'Nivel eliminado.',
  rise_judged: 'La subida cuenta como usted indicó. El pronóstico se ajusta en un minuto.',
  delivery_added: 'La entrega quedó registrada. El pronóstico se ajusta en un minuto.',
  told_change_removed: 'Queda retirado: vuelve a contar lo medido.',
  rise_was_seen: 'El nivel subió entonces. Indique qué fue esa subida.',
  recomputations_run: 'Los historiales de todos estos tanques ya se están recalculando.',
  recomputations_queued: 'Los historiales se recalcularán.',
  recomputation_runs: 'El historial de este tanque ya se está recalculando.',
  recomputation_queued: 'El historial se recalculará.',
}
