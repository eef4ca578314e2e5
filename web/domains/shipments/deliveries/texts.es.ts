import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './texts.en.ts'

/** Deliveries as those read them to whom something is brought, in Spanish. */
export const es: Translation<typeof en> = {
  coming: 'Próximas entregas',
  no_coming: 'No hay ninguna entrega prevista',
  done: 'Entregas',
  no_done: 'Todavía no se ha entregado nada',
  about: 'En camino: hacia las {{time}}',
  on_the_way: 'En camino',
  is_there: 'El camión ha llegado',
  planned: 'Prevista para el {{day}}',
  draft: 'En planificación para el {{day}}: sin confirmar',
  being_planned: 'En preparación. Confirmaremos el día.',
  wished: 'Solicitado para el {{day}}, si es posible',
  no_day: 'Solicitado',
  requested: 'Solicitado: unos {{volume}}',
  requested_for: 'Solicitado: unos {{volume}}, el {{day}} si es posible',
  waits: 'Aún no está en un camión.',
  delivered: 'Entregado',
  not_delivered: 'No entregado',
  print: 'Imprimir o guardar',
  ticket_number: 'Vale {{number}}',
  ticket: {
    at: 'Entregado',
    place: 'Lugar',
    product: 'Producto',
    volume: 'Volumen',
    net: 'Volumen neto',
    meter: 'Medidor',
    levels: 'Nivel',
    signed: 'Recibido por',
  },
  reasons: {
    locked_gate: 'Portón cerrado',
    no_access: 'Sin acceso',
    dog: 'Perro',
    tank_unfit: 'No es seguro llenar el tanque',
    refused: 'El cliente lo rechazó',
    full: 'El tanque está lleno',
    other: 'Otro motivo',
  },
}
