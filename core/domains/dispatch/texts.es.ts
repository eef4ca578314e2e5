import type { Translation } from '#core/platform/translation.ts'
import type { messages as englishMessages, rules as englishRules } from './texts.en.ts'

export const rules: Translation<typeof englishRules> = {
  outside_window: 'Se llegaría a las {{found}}, después del cierre a las {{limit}}',
  site_closed: 'No recibe entregas ese día',
  small_drop: 'Recibiría {{found}}; su entrega mínima es de {{limit}}',
  over_shift: 'Volvería a las {{found}}, después del fin del turno a las {{limit}}',
  hours_driving: 'Conduciría {{found}}; se permiten {{limit}} antes del próximo descanso',
  hours_window: 'Terminaría {{found}} después de entrar en servicio; se permiten {{limit}}',
  hours_break: 'Conduciría {{found}} sin pausa; se permiten {{limit}}',
  hours_week: 'Estaría {{found}} de servicio en {{days}} días; se permiten {{limit}}',
  hours_reach: 'Está a {{found}} de la base del camión; la corta distancia llega hasta {{limit}}',
}

export const messages: Translation<typeof englishMessages> = {
  already_planned: 'Otra ruta ya lleva esto: {{rounds}}.',
  nothing_fits: 'Nada de esto cabe en este camión, o ya va en otras rutas.',
  nothing_to_arrange: 'Para distribuir la carga hacen falta un camión y al menos una carga.',
  route_leave_at: 'Saliendo a las {{time}} se llegaría a tiempo.',
  route_opens_at: 'Vuelve a recibir entregas: {{time}}.',
  route_without: 'Sin {{place}} estaría bien.',
  route_other_driver: 'Dé una parte a otro conductor o a otro día.',
  route_two_rounds: 'Divídala en dos rutas.',
  route_smallest: 'Lleve {{limit}}, o vaya cuando haya espacio para ello.',
  round_has_moved: 'Alguien cambió esta ruta mientras tanto. El tablero la muestra como está ahora.',
}
