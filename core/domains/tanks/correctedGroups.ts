/** Groups of liquids that API MPMS 11.1 (ASTM D1250) corrects. LPG is not among them: it has tables of its own. */
export const CORRECTED_GROUPS = ['crude_oil', 'fuel_oil', 'jet_fuel', 'gasoline', 'lubricant'] as const

export type CorrectedGroup = (typeof CORRECTED_GROUPS)[number]
