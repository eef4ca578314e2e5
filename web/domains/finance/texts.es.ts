import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

/** The screens of money, in Spanish. */
export const es: Translation<typeof en> = {
  refresh_rates: 'Actualizar tipos',
  full_numbers: 'Números completos',
  reveal_leaves_trace: 'Se muestran hasta que salga de esta pantalla. Su nombre queda en el historial.',
  reveal: 'Mostrar números completos',
  hide: 'Ocultar',
  copy: 'Copiar',
}
