/** Groups of liquids that API MPMS 11.1 (ASTM D1250) corrects. */
export const CORRECTED_GROUPS = ['crude_oil', 'fuel_oil', 'jet_fuel', 'gasoline', 'lubricant'] as const

export type CorrectedGroup = (typeof CORRECTED_GROUPS)[number]

/** The group of liquefied gases, such as propane. */
export const LIQUEFIED_GAS = 'lpg'
