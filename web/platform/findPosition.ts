/** How long the browser may look for where it is, ms. */
const PATIENCE = 10_000

export interface Place {
  latitude: number
  longitude: number
}

/** Where the browser is; nothing when it is not known or nobody allows it: whoever asks goes on without it. */
export function findPosition(): Promise<Place | undefined> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        resolve({ latitude: roundedTo6(latitude), longitude: roundedTo6(longitude) }),
      () => resolve(undefined),
      { timeout: PATIENCE, maximumAge: 60_000 },
    )
  })
}

/** A tenth of a metre is all that a position can mean. */
export function roundedTo6(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
