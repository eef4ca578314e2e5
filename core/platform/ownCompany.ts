/** The business that runs Ullage. */
export const OWN_COMPANY = 1
