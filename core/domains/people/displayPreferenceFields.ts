/** What also who may save nothing chooses for himself: without it the product could not be read. */
export const DISPLAY_PREFERENCE_FIELDS = ['language', 'theme', 'unit_of_measure', 'user_time_zone'] as const
