import fs from 'node:fs'
import { createRequire } from 'node:module'
import { CLIMATE_DEGREES } from '#core/domains/weather/climate.ts'
import { sphericalHarmonics } from '#core/domains/weather/sphericalHarmonics.ts'

/**
 * Makes `core/domains/weather/climateWaves.ts` from the monthly means of the air near the ground of a reanalysis:
 *
 *   ncdump -v lat,lon,air air.mon.ltm.nc > air.txt && npx tsx bench/climate/fitClimate.ts air.txt
 *
 * with `air.sig995.mon.ltm.nc` of NCEP-NCAR Reanalysis 1 of NOAA's Physical Sciences Laboratory, Boulder
 * (https://psl.noaa.gov/data/gridded/data.ncep.reanalysis.html), which is free to use. Every fifth point is held out to measure the error
 * of the result; land, where tanks stand, counts twenty times as much as sea.
 */
const LAND_COUNTS = 21
const SOUTHERNMOST = -62
const HELD_OUT = 5
const RADIAN = Math.PI / 180

interface Point {
  latitude: number
  longitude: number
  isLand: boolean
  isHeldOut: boolean
  /** Mean, yearly wave and half-yearly wave: cosine and sine of each. */
  year: number[]
  months: number[]
}

const YEAR_WAVES = Array.from({ length: 12 }, (_, month) => yearWaves((month + 0.5) / 12))

function yearWaves(share: number): number[] {
  const angle = 2 * Math.PI * share
  return [1, Math.cos(angle), Math.sin(angle), Math.cos(2 * angle), Math.sin(2 * angle)]
}

function readPoints(text: string): Point[] {
  const numbersOf = (name: string) =>
    new RegExp(`\\s${name} =([^;]*);`)
      .exec(text.slice(text.indexOf('data:')))![1]!
      .split(',')
      .map(Number)
  const [latitudes, longitudes, air] = [numbersOf('lat'), numbersOf('lon'), numbersOf('air')]
  const isLand = landMap()
  return latitudes.flatMap((latitude, row) =>
    longitudes.map((longitude, column) => {
      const at = row * longitudes.length + column
      const months = YEAR_WAVES.map((_, month) => air[month * latitudes.length * longitudes.length + at]!)
      // Waves with a whole number per year are orthogonal over its months.
      const year = YEAR_WAVES[0]!.map((_, wave) => {
        const sum = months.reduce((all, value, month) => all + value * YEAR_WAVES[month]![wave]!, 0)
        return sum / (wave === 0 ? 12 : 6)
      })
      return {
        ...{ latitude, longitude, months, year },
        isLand: isLand(latitude, longitude > 180 ? longitude - 360 : longitude),
        isHeldOut: (row * 31 + column * 7) % HELD_OUT === 0,
      }
    }),
  )
}

type Ring = [number, number][]

function landMap(): (latitude: number, longitude: number) => boolean {
  const require = createRequire(import.meta.url)
  const { feature } = require('topojson-client')
  const world = require('world-atlas/land-110m.json')
  const rings: Ring[] = feature(world, world.objects.land).features.flatMap(
    ({ geometry }: { geometry: { type: string; coordinates: Ring[] | Ring[][] } }) =>
      geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
  )
  return (latitude, longitude) =>
    rings.filter((ring) =>
      ring.reduce((isIn, [x, y], i) => {
        const [a, b] = ring.at(i - 1)!
        const crosses = y > latitude !== b > latitude && longitude < ((a - x) * (latitude - y)) / (b - y) + x
        return crosses ? !isIn : isIn
      }, false),
    ).length %
      2 ===
    1
}

/** Solves the normal equations by Gaussian elimination: a hundred unknowns, and waves nearly orthogonal. */
function leastSquares(points: readonly Point[], degree: number, wave: number): number[] {
  const size = (degree + 1) ** 2
  const rows = Array.from({ length: size }, () => new Float64Array(size + 1))
  for (const { latitude, longitude, isLand, year } of points) {
    const counts = isLand && latitude > SOUTHERNMOST ? LAND_COUNTS : 1
    const weight = counts * Math.max(Math.cos(latitude * RADIAN), 0.001)
    const waves = sphericalHarmonics(latitude, longitude, degree)
    for (let i = 0; i < size; i += 1) {
      const scaled = weight * waves[i]!
      for (let j = 0; j < size; j += 1) rows[i]![j]! += scaled * waves[j]!
      rows[i]![size]! += scaled * year[wave]!
    }
  }
  for (let i = 0; i < size; i += 1) {
    for (let below = 0; below < size; below += 1) {
      if (below === i) continue
      const factor = rows[below]![i]! / rows[i]![i]!
      if (factor !== 0) for (let j = i; j <= size; j += 1) rows[below]![j]! -= factor * rows[i]![j]!
    }
  }
  return rows.map((row, i) => row[size]! / row[i]!)
}

function errorOf(points: readonly Point[], fitted: readonly number[][]): string {
  let sum = 0
  for (const { latitude, longitude, months } of points) {
    const year = fitted.map((weights, wave) => {
      const waves = sphericalHarmonics(latitude, longitude, CLIMATE_DEGREES[wave]!)
      return waves.reduce((all, value, i) => all + value * weights[i]!, 0)
    })
    for (const [month, mean] of months.entries())
      sum += (YEAR_WAVES[month]!.reduce((all, value, i) => all + value * year[i]!, 0) - mean) ** 2
  }
  return Math.sqrt(sum / points.length / 12).toFixed(2)
}

const points = readPoints(fs.readFileSync(process.argv[2]!, 'utf8'))
const where = { land: ({ isLand, latitude }: Point) => isLand && Math.abs(latitude) < 70 }
const learnt = points.filter(({ isHeldOut }) => !isHeldOut)
const tried = CLIMATE_DEGREES.map((degree, wave) => leastSquares(learnt, degree, wave))
const heldOut = points.filter((point) => point.isHeldOut && where.land(point))
const fitted = CLIMATE_DEGREES.map((degree, wave) => leastSquares(points, degree, wave))
process.stdout.write(
  `°C off (root mean square of months, land within 70°): held out ${errorOf(heldOut, tried)}, ` +
    `all ${errorOf(points.filter(where.land), fitted)}\n`,
)
const lines = fitted.map((weights) => `  [${weights.map((value) => Number(value.toFixed(2))).join(', ')}],`)
fs.writeFileSync(
  'core/domains/weather/climateWaves.ts',
  `/**
 * Mean temperature, °C, and its waves of the year and half year (cosine and sine of each), put together from spherical waves:
 * fitted by bench/climate/fitClimate.ts to NCEP-NCAR Reanalysis 1 (NOAA, free of rights).
 */
export const CLIMATE_WAVES: readonly (readonly number[])[] = [\n${lines.join('\n')}\n]\n`,
)
