import households from '#facts/households.json' with { type: 'json' }

/** Names of people, households and businesses for customers. */
export const FIRST_NAMES: readonly string[] = households.first_names
export const FAMILIES: readonly string[] = households.families
export const BUSINESSES: readonly string[] = households.businesses
