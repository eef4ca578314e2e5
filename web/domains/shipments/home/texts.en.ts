/** Where a customer begins, in English. */
export const en = {
  title_one: 'Your tank',
  title_other: 'Your tanks',
  no_tanks: 'No tanks yet',
  no_tanks_help:
    'Your supplier sets up the monitors of your tanks. As soon as the first one reports, its level, forecast and deliveries appear here.',
  no_levels_help:
    'Your monitors are here, and none of them has a tank yet. Your supplier sets them up; ask there if this takes long.',
  show_all: 'Show all tanks',
  in_list: 'All of them are in the list of devices',
  more_deliveries_one: 'Show {{count}} more',
  more_deliveries_other: 'Show {{count}} more',
  down_to: 'About {{percent}} left on {{day}}',
  empty_on: 'Empty about {{day}}',
  empty_between: 'Empty between {{days}}',
  empty_from: 'Empty after {{day}}',
  to_pay: 'To pay',
  nothing_to_pay: 'Nothing to pay',
  due: 'Due {{day}}',
  overdue: 'Overdue',
  use: 'What you use',
  use_total: '{{amount}} in the last twelve months and this one',
  no_product: 'No product',
  not_known: '{{month}}: not known',
}
