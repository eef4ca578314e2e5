/** What a tank shows beyond its ticket, in whole units: the difference of the two figures as screens show them. */
export const wholeDifference = (ticket: number, tank: number): number => Math.round(tank) - Math.round(ticket)
