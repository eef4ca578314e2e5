/** Time limit for the browser to find its position, ms. */
const TIMEOUT_MS = 10_000

export interface Place {
  latitude: number
  longitude: number
}

/** The position of the browser; undefined if unknown or not permitted, so that callers continue without it. */
export function findPosition(): Promise<Place | undefined> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        resolve({ latitude: roundedTo6(latitude), longitude: roundedTo6(longitude) }),
      () => resolve(undefined),
      { timeout: TIMEOUT_MS, maximumAge: 60_000 },
    )
  })
}

/** Six decimals are a tenth of a metre, the best precision of a position. */
export function roundedTo6(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
