import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './texts.en.ts'

export const es: Translation<typeof en> = {
  today: {
    rounds: 'Rutas de hoy',
    finished: '{{count}} terminadas',
    drafts: '{{count}} sin enviar',
    delivered: 'Entregado hoy',
    of: 'de {{planned}}',
    late: 'Paradas con retraso',
    stops: '{{closed}} de {{count}} paradas cerradas',
    owed: 'Facturas abiertas',
    overdue: 'Vencido',
  },
}
