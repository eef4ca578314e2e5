import type { Translation } from '#core/platform/texts/translation.ts'
import type { messages as englishMessages, rules as englishRules } from './texts.en.ts'

export const rules: Translation<typeof englishRules> = {
  outside_window: 'Llega a las {{found}}, después del cierre a las {{limit}}',
  site_closed: 'Sin entregas ese día',
  small_drop: 'Recibe {{found}}; la entrega mínima es de {{limit}}',
  near_position: 'Posición desconocida; horas y distancias son hasta el centro del código postal {{zip}}',
  over_shift: 'Regresa a las {{found}}, después del fin del turno a las {{limit}}',
  hours_driving: '{{found}} de conducción; se permiten {{limit}} antes del próximo descanso',
  hours_window: 'Termina {{found}} después de entrar en servicio; se permiten {{limit}}',
  hours_break: '{{found}} de conducción sin pausa; se permiten {{limit}}',
  hours_week: '{{found}} de servicio en {{days}} días; se permiten {{limit}}',
  hours_reach: 'A {{found}} de la base del camión; la corta distancia llega hasta {{limit}}',
}

export const messages: Translation<typeof englishMessages> = {
  already_planned: 'Ya está en otra ruta: {{rounds}}.',
  nothing_fits: 'Nada cabe en este camión, o ya todo está en una ruta.',
  carried_in_the_way:
    'Nada cabe en este camión. Todavía lleva {{products}} de una ruta anterior: indíquelo como devuelto al finalizar una ruta, o coloque usted una carga con un motivo.',
  nothing_to_arrange: 'Agregue primero un camión y al menos una carga.',
  route_leave_at: 'Salga a las {{time}} para llegar a tiempo.',
  route_opens_at: 'Próximo horario de entrega: {{time}}',
  route_without: 'Quite {{place}} para resolverlo.',
  route_other_driver: 'Pase una parte de la ruta a otro conductor o a otro día.',
  route_two_rounds: 'Divídala en dos rutas.',
  route_smallest: 'Entregue {{limit}}, o espere a que haya espacio.',
  route_position: 'Indique la posición del sitio.',
  round_has_moved: 'Otro usuario cambió esta ruta. El tablero muestra ahora la última versión.',
}
