/** The texts and number formats of a chart, in its reader's language, units and time zone. */
export interface ChartTexts {
  quantity: (value: number, unit: string) => string
  instant: (time: number) => string
  /** An instant as the user's wall-clock time encoded as UTC, so that days begin at the user's midnight. */
  wall: (time: number) => number
  wallInstant: (wall: number) => string
  axisTime: (wall: number, isLong: boolean) => string
  word: (key: string) => string
  /** A figure marked as an estimate. */
  about: (figure: string) => string
  alert: (level: string) => string
}
