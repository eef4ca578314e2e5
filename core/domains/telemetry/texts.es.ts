import type { Translation } from '#core/platform/translation.ts'
import type { messages as englishMessages, rules as englishRules } from './texts.en.ts'

export const rules: Translation<typeof englishRules> = {
  not_a_batch: 'No es un lote de un dispositivo: no contiene records, confirm ni fail',
  too_many_records: 'Como máximo {{max}} registros en un lote',
  day_to_come: 'No puede estar en el futuro',
}

export const messages: Translation<typeof englishMessages> = {
  wrong_device_key: 'Esta no es una clave de dispositivo, o ya no lo es.',
  recomputations_run: 'Los historiales de todos estos tanques ya se están calculando de nuevo.',
  recomputations_queued: 'Los historiales se calcularán de nuevo.',
  recomputation_runs: 'El historial de este tanque ya se está calculando de nuevo.',
  recomputation_queued: 'El historial se calculará de nuevo.',
}
