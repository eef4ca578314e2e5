/** Preferences that even read-only users change: without them the product may be unreadable. */
export const DISPLAY_PREFERENCE_FIELDS = ['language', 'theme', 'unit_of_measure', 'user_time_zone'] as const
