import type { TFunction } from 'i18next'

/** The number of stops, and how many of them a person has planned: distances and times are those of the whole rounds. */
export function stopFigures(t: TFunction, proposed: number, planned: number): string[] {
  return [
    t('dispatch.stops', { count: proposed + planned }),
    ...(planned > 0 ? [t('dispatch.proposal.planned_before', { count: planned })] : []),
  ]
}
