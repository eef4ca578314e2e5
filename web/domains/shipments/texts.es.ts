import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

export const es: Translation<typeof en> = {
  add_load: 'Añadir una carga',
  remove_load: 'Quitar la carga {{number}}',
  load: 'Carga {{number}}',
  no_loads: 'Aún no hay nada cargado. Añada la primera carga.',
  delivered: '{{litres}} L entregados',
  compartments: 'Compartimentos',
}
