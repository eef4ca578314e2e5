/** What people may change of themselves; what others must be able to rely on stays with who keeps the records. */
export const OWN_FIELDS = [
  'prefix',
  'first_name',
  'middle_name',
  'last_name',
  'suffix',
  'job_title',
  'nick_name',
  'language',
  'theme',
  'unit_of_measure',
  'user_time_zone',
  'notification_method',
  'battery_notify',
  'report_time',
  'default_route',
] as const
