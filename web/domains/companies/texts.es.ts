import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './texts.en.ts'

/** The screens of customers and their sites, in Spanish. */
export const es: Translation<typeof en> = {
  gate_code: 'Código del portón',
  gate_code_trace: 'Se muestra hasta que salga de esta pantalla. Su nombre queda en el historial.',
  show_code: 'Mostrar código',
  hide_code: 'Ocultar',
  copy: 'Copiar',
  new_order: 'Pedido nuevo',
  whom_to_call: 'Contactos',
  nobody_to_call: 'Todavía no hay teléfono ni correo electrónico.',
  worst_of_tanks: 'el peor de {{count}} tanques',
  overdue: 'vencido',
}
