/** Fields that people may change themselves; fields that others rely on are left to the administrators. */
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
