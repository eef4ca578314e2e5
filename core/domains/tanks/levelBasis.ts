/**
 * All that the stored level of a tank, and with it every alert and filter of that level, is computed from beside what its
 * sensor tells. `content`: what is in the tank is another. `judgement`: the same content is judged, or forecast, otherwise. Its room,
 * which lists are sorted by, is stored with the level; what is told of a tank besides (its net volume) is computed whenever it is
 * read. How long a device may be
 * silent (`upload_interval`) decides whether a level is an estimate, which the clock follows by itself.
 */
export const LEVEL_BASIS = {
  device_ports: {
    content: [
      'product_id',
      'tank_type_id',
      'sensor_type_id',
      'def_liters',
      'metric_diameter',
      'metric_height',
      'metric_width',
      'metric_length',
      'metric_wall',
      'metric_dish_radius',
      'metric_knuckle_radius',
      'tilt',
      'metric_gauge_position',
      'sensor_offset',
      'strapping',
    ],
    judgement: ['reorder_yellow', 'reorder_red', 'max_fill', 'unusable_bottom', 'degree_day_base'],
  },
  tank_types: { content: ['formula'], judgement: [] },
  sensor_types: { content: ['measure'], judgement: [] },
  /** A specific gravity decides the content only where pressure is measured; elsewhere no more than the judgement. */
  tank_products: {
    content: ['specific_gravity'],
    judgement: ['product_group', 'max_fill', 'unusable_bottom', 'degree_day_base'],
  },
} as const

export type BasisKind = keyof typeof LEVEL_BASIS
/** Kinds of record that many tanks share. */
export const SHARED_BASIS = ['tank_types', 'sensor_types', 'tank_products'] as const
export type SharedBasis = (typeof SHARED_BASIS)[number]

/** What a change means for the levels of the tanks concerned. */
export type LevelEffect = 'content' | 'judgement'

/** What the change of a record means for stored levels; null when they stay as they are. */
export function levelEffect(kind: BasisKind, before: object, after: object): LevelEffect | null {
  const { content, judgement } = LEVEL_BASIS[kind]
  if (isChanged(content, before, after)) return 'content'
  return isChanged(judgement, before, after) ? 'judgement' : null
}

/** Whether any of these fields is another. */
export function isChanged(names: readonly string[], before: object, after: object): boolean {
  const told = (record: object, name: string) =>
    JSON.stringify((record as Record<string, unknown>)[name] ?? null)
  return names.some((name) => told(before, name) !== told(after, name))
}
