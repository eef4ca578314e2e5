/** The screens of tank types, in English. */
export const en = {
  offered: 'This product belongs to a company above yours: you can use it, and its owner changes it.',
  with_it: {
    title: 'Tanks with it',
    count_one: '{{count}} tank has it.',
    count_other: '{{count}} tanks have it.',
    none: 'No tank has it yet.',
    why: 'A change counts for their levels from now on. Was something entered wrongly, their histories can be recalculated from what the sensors told.',
    open_one: 'The history of {{count}} tank is being recalculated, {{percent}} % done',
    open_other: 'The histories of {{count}} tanks are being recalculated, {{percent}} % done',
  },
  own_name: 'Your name for it',
  own_name_help: 'It belongs to {{company}}. Your company can call it by a name of its own.',
  new: 'New tank type',
  save: 'Save',
  sample: 'Try it on a tank',
  sides: { D: 'Diameter', H: 'Height', W: 'Width', L: 'Length' },
  at_level: 'At {{height}} it holds {{volume}}: {{percent}}% of {{capacity}}.',
  curve: 'Volume over the height of the liquid',
  no_curve: 'The curve appears when the formula and the sizes can be computed.',
  table_help:
    'Tanks of this type are read from a table of heights and volumes, which is entered with each port.',
  formula_good: 'The formula can be used.',
  formula_help:
    'Known: + − * / ^, pi, min, max, clamp, sqrt, segment(D,h), ellipsoidal(D,depth,h), torispherical(D,h,dish,knuckle), stadium(W,H,h). Divide mm³ by 1e6 for litres.',
  problems_title: 'This formula cannot be used yet',
  problems: {
    empty: 'Nothing is written here.',
    too_long: 'It is too long: at most 255 characters.',
    too_deep: 'Too many brackets lie inside each other.',
    too_complex: 'It has too many steps.',
    syntax: 'It cannot be read: a sign or a bracket is missing or too many.',
    unknown_name:
      'It names something that is not known. Known are h, D, L, W, H, pi and the functions below.',
    wrong_arguments: 'A function has too few or too many values.',
    not_finite: 'It divides by zero or has no result for some tanks.',
    not_empty_at_zero: 'An empty tank must hold nothing: at h = 0 the result must be 0.',
    not_monotone: 'The volume falls although the liquid rises.',
    no_capacity: 'The result is never more than 0.',
    exceeds_capacity: 'It gives more than fits into the tank. Is it divided by 1e6, from mm³ to litres?',
  },
}
