import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './texts.en.ts'

/** Lo que dice el navegador por sí mismo, en español. */
export const es: Translation<typeof en> = {
  copied: 'Copiado al portapapeles.',
  not_copied: 'No se pudo copiar el texto.',
  reason: 'Motivo',
  close: 'Cerrar',
  copy: 'Copiar',
  done: 'Listo',
  error: {
    denied: '¡Vaya! Permiso denegado.',
    unreachable: 'El servidor no responde. Lo que escribió sigue aquí. Inténtelo de nuevo.',
  },
  loading: 'Cargando',
  no_number: 'Debe ser un número como {{example}}',
  too_slow: 'Está tardando más de lo habitual. Su conexión puede ser lenta.',
  load_again: 'Recargar',
}
