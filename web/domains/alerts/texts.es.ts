import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

/** Las alertas y lo que se hace con ellas, en español. */
export const es: Translation<typeof en> = {
  acknowledge: 'Confirmar',
  acknowledge_title: 'Confirmar esta alerta',
  snooze: 'Posponer',
  snooze_title: 'Posponer esta alerta',
  note: 'Nota',
  note_example: 'Por ejemplo: el camión va en camino',
  reason: 'Motivo',
  snooze_for: 'Silenciar durante',
  snooze_hours: { 4: '4 horas', 24: '1 día', 72: '3 días', 168: '1 semana' },
  snooze_until: 'Hasta',
  acknowledged_by: 'Confirmada por {{by}}',
  snoozed_until: 'Pospuesta hasta {{until}}',
  closed_at: 'Cerrada {{at}}',
  open: 'Abiertas',
  all: 'Todas',
  none_open: 'Este dispositivo no tiene alertas abiertas',
  none_all: 'Este dispositivo nunca tuvo una alerta',
  none_found: 'No se encontraron alertas',
  any_level: 'Cualquier tipo',
  statuses: {
    open: 'Sin cerrar',
    acknowledged: 'Confirmadas',
    snoozed: 'Pospuestas',
    closed: 'Cerradas',
    all: 'Todas',
  },
}
