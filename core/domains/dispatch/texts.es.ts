import type { Translation } from '#core/platform/translation.ts'
import type { messages as englishMessages } from './texts.en.ts'

export const messages: Translation<typeof englishMessages> = {
  already_planned: 'Otra ruta ya lleva esto: {{rounds}}.',
  nothing_fits: 'Nada de esto cabe en este camión, o ya va en otras rutas.',
  nothing_to_arrange: 'Para distribuir la carga hacen falta un camión y al menos una carga.',
  round_has_moved: 'Alguien cambió esta ruta mientras tanto. El tablero la muestra como está ahora.',
}
