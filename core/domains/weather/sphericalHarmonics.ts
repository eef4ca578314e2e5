const RADIAN = Math.PI / 180

/**
 * The real spherical harmonics up to a degree at a place, (degree + 1)² of them, scaled to a mean square of one: a basis of
 * smooth fields on the globe, continuous at the poles and the date line.
 */
export function sphericalHarmonics(latitude: number, longitude: number, degree: number): number[] {
  const sine = Math.sin(latitude * RADIAN)
  const cosine = Math.cos(latitude * RADIAN)
  const values: number[] = Array.from({ length: (degree + 1) ** 2 }, () => 0)
  let diagonal = 1
  for (let order = 0; order <= degree; order += 1) {
    if (order > 0)
      diagonal *= cosine * Math.sqrt((2 * order + 1) / (2 * order)) * (order === 1 ? Math.SQRT2 : 1)
    let [before, value] = [0, diagonal]
    for (let l = order; l <= degree; l += 1) {
      if (l > order) {
        const ratio = Math.sqrt((4 * l * l - 1) / (l * l - order * order))
        const last = Math.sqrt(Math.max((l - 1) ** 2 - order * order, 0) / (4 * (l - 1) ** 2 - 1))
        ;[before, value] = [value, ratio * (sine * value - last * before)]
      }
      const middle = l * l + l
      values[middle + order] = value * Math.cos(order * longitude * RADIAN)
      if (order > 0) values[middle - order] = value * Math.sin(order * longitude * RADIAN)
    }
  }
  return values
}
