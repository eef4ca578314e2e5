/** The words and figures of a chart, in its reader's language, units and time zone. */
export interface ChartTexts {
  quantity: (value: number, unit: string) => string
  instant: (time: number) => string
  /** A moment as the clock on the user's wall shows it, as if that were UTC: so that days begin where they begin for him. */
  wall: (time: number) => number
  wallInstant: (wall: number) => string
  axisTime: (wall: number, isLong: boolean) => string
  word: (key: string) => string
  /** A figure that is an estimate. */
  about: (figure: string) => string
  alert: (level: string) => string
}
