/** Cells per degree: 0.25° is at most 28 km, within which days are about equally cold. */
const PER_DEGREE = 4
const ROUND = 360 * PER_DEGREE

/** A weather cell: quarters of a degree, north and east of 0, −90 … 90 and −180 … 180 degrees. */
export interface WeatherCell {
  north: number
  east: number
}

/** The cell whose center is nearest to a place. −180° and 180° are the same meridian. */
export function weatherCellOf({ latitude, longitude }: { latitude: number; longitude: number }): WeatherCell {
  const turned = (((Math.round(longitude * PER_DEGREE) + ROUND / 2) % ROUND) + ROUND) % ROUND
  const north = Math.round(Math.min(Math.max(latitude, -90), 90) * PER_DEGREE)
  return { north: north === 0 ? 0 : north, east: turned - ROUND / 2 }
}

/** The middle of a cell, in degrees. */
export function middleOf({ north, east }: WeatherCell): { latitude: number; longitude: number } {
  return { latitude: north / PER_DEGREE, longitude: east / PER_DEGREE }
}
