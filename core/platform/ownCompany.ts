/** The business that runs Ullage. */
export const OWN_COMPANY = 1

/** What it is called until somebody has said so in the settings. */
export const OWN_COMPANY_NAME = 'Ullage'
