import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './texts.en.ts'

/** Las pantallas de tipos de tanque, en español. */
export const es: Translation<typeof en> = {
  offered:
    'Este producto es de una empresa superior: usted puede usarlo, pero solo su dueño puede cambiarlo.',
  with_it: {
    title: 'Tanques que lo usan',
    count_one: '{{count}} tanque lo usa.',
    count_other: '{{count}} tanques lo usan.',
    none: 'Ningún tanque lo usa todavía.',
    why: 'Los cambios valen para sus niveles desde ahora. Si los valores anteriores estaban mal, puede recalcular los historiales con los valores de los sensores.',
    open_one: 'El historial de {{count}} tanque se está recalculando, {{percent}} % listo',
    open_other: 'Los historiales de {{count}} tanques se están recalculando, {{percent}} % listo',
  },
  recompute: {
    from: 'Desde este día (UTC)',
    begin: 'Recalcular',
    progress: '{{percent}} % listo',
  },
  own_name: 'Su nombre para él',
  own_name_help: 'Es de {{company}}. Su empresa puede darle un nombre propio.',
  new: 'Nuevo tipo de tanque',
  save: 'Guardar',
  sample: 'Probar con un tanque',
  sides: { D: 'Diámetro', H: 'Altura', W: 'Ancho', L: 'Largo' },
  without_heads: '{{size}} sin fondos',
  at_level: 'A {{height}} contiene {{volume}}: {{percent}} % de {{capacity}}.',
  curve: 'Volumen según la altura del líquido',
  no_curve: 'La curva aparece cuando la fórmula y las medidas se pueden calcular.',
  table_help:
    'Los tanques de este tipo usan una tabla de alturas y volúmenes, que se ingresa en cada puerto.',
  formula_good: 'La fórmula se puede usar.',
  formula_help:
    'Se conocen: + − * / ^, pi, min, max, clamp, sqrt, segment(D,h), ellipsoidal(D,profundidad,h), torispherical(D,h,dish,knuckle), stadium(W,H,h). Divida los mm³ entre 1e6 para obtener litros.',
  problems_title: 'Esta fórmula todavía no se puede usar',
  problems: {
    empty: 'No hay nada escrito.',
    too_long: 'Es demasiado larga: como máximo 255 caracteres.',
    too_deep: 'Hay demasiados paréntesis unos dentro de otros.',
    too_complex: 'Tiene demasiados pasos.',
    syntax: 'No se puede leer: falta o sobra un signo o un paréntesis.',
    unknown_name: 'Nombra algo desconocido. Se conocen h, D, L, W, H, pi y las funciones de abajo.',
    wrong_arguments: 'Una función tiene pocos o demasiados valores.',
    not_finite: 'Divide entre cero o no tiene resultado para algunos tanques.',
    not_empty_at_zero: 'Un tanque vacío no contiene nada: con h = 0 el resultado debe ser 0.',
    not_monotone: 'El volumen baja aunque el líquido sube.',
    no_capacity: 'El resultado nunca es mayor que 0.',
    exceeds_capacity: 'Da más de lo que cabe en el tanque. ¿Está dividido entre 1e6, de mm³ a litros?',
  },
}
