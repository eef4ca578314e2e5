/** The business that runs Ullage. */
export const OWN_COMPANY = 1

/** Its name until the settings define one. */
export const OWN_COMPANY_NAME = 'Ullage'
