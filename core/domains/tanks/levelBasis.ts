import type { Values } from '#core/platform/values.ts'

/**
 * All data that stored levels are computed from in addition to the readings, and with them every alert and filter of a level.
 * `content`: a change alters the content. `judgement`: the same content is judged or forecast differently. The room, which
 * lists sort by, is stored with the level; other figures (such as the net volume) are computed on read. `upload_interval`
 * decides when a level becomes an estimate, which the clock handles by itself.
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
  /** Specific gravity affects the content only with pressure sensors; otherwise only the judgement. */
  tank_products: {
    content: ['specific_gravity'],
    judgement: ['product_group', 'max_fill', 'unusable_bottom', 'degree_day_base'],
  },
} as const

export type BasisKind = keyof typeof LEVEL_BASIS
/** Kinds of record that many tanks share. */
export const SHARED_BASIS = ['tank_types', 'sensor_types', 'tank_products'] as const
export type SharedBasis = (typeof SHARED_BASIS)[number]

/** Effect of a change on the levels of the tanks concerned. */
export type LevelEffect = 'content' | 'judgement'

/** The effect of a record's change on stored levels; null if none. */
export function levelEffect(kind: BasisKind, before: Values, after: Values): LevelEffect | null {
  const { content, judgement } = LEVEL_BASIS[kind]
  if (isChanged(content, before, after)) return 'content'
  return isChanged(judgement, before, after) ? 'judgement' : null
}

/** Whether any of these fields differs. */
export function isChanged(names: readonly string[], before: Values, after: Values): boolean {
  const textOf = (record: Values, name: string) => JSON.stringify(record[name] ?? null)
  return names.some((name) => textOf(before, name) !== textOf(after, name))
}
