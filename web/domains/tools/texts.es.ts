import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

/** Las herramientas de desarrollo, en español. */
export const es: Translation<typeof en> = {
  sync: 'Leer de la base de datos',
}
