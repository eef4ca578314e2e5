/** A town with its place and zone. */
export interface Town {
  town: string
  latitude: number
  longitude: number
  timeZone: string
  /** Hours from UTC, summer time left aside: near enough for the rhythm of a day. */
  utcOffset: number
}

const ZONES = {
  E: ['America/New_York', -5],
  D: ['America/Detroit', -5],
  C: ['America/Chicago', -6],
  M: ['America/Denver', -7],
  P: ['America/Los_Angeles', -8],
} as const

type Row = readonly [town: string, latitude: number, longitude: number, zone: keyof typeof ZONES]

const ROWS: readonly Row[] = [
  ['Grand Island, NE', 40.9264, -98.342, 'C'],
  ['Kearney, NE', 40.6993, -99.0817, 'C'],
  ['Columbus, NE', 41.4303, -97.3684, 'C'],
  ['York, NE', 40.868, -97.592, 'C'],
  ['Norfolk, NE', 42.0327, -97.4137, 'C'],
  ['North Platte, NE', 41.1403, -100.7601, 'C'],
  ['Hastings, NE', 40.5862, -98.3899, 'C'],
  ['Holdrege, NE', 40.4403, -99.3698, 'C'],
  ['Salina, KS', 38.8403, -97.6114, 'C'],
  ['Hays, KS', 38.8792, -99.3268, 'C'],
  ['Ames, IA', 42.0308, -93.6319, 'C'],
  ['Iowa City, IA', 41.6611, -91.5302, 'C'],
  ['Mason City, IA', 43.1536, -93.201, 'C'],
  ['Sioux City, IA', 42.4963, -96.4049, 'C'],
  ['Council Bluffs, IA', 41.2619, -95.8608, 'C'],
  ['Mankato, MN', 44.1636, -93.9994, 'C'],
  ['Brookings, SD', 44.3114, -96.7984, 'C'],
  ['Fargo, ND', 46.8772, -96.7898, 'C'],
  ['Lafayette, LA', 30.2241, -92.0198, 'C'],
  ['Houma, LA', 29.5958, -90.7195, 'C'],
  ['Beaumont, TX', 30.0802, -94.1266, 'C'],
  ['Waco, TX', 31.5493, -97.1467, 'C'],
  ['Midland, TX', 31.9973, -102.0779, 'C'],
  ['Amarillo, TX', 35.222, -101.8313, 'C'],
  ['San Angelo, TX', 31.4638, -100.437, 'C'],
  ['Macon, GA', 32.8407, -83.6324, 'E'],
  ['Athens, GA', 33.9519, -83.3576, 'E'],
  ['Greenville, SC', 34.8526, -82.394, 'E'],
  ['Florence, SC', 34.1954, -79.7626, 'E'],
  ['Hickory, NC', 35.7345, -81.3445, 'E'],
  ['Johnson City, TN', 36.3134, -82.3535, 'E'],
  ['Muskegon, MI', 43.2342, -86.2484, 'D'],
  ['Alpena, MI', 45.0617, -83.4328, 'D'],
  ['Marquette, MI', 46.5436, -87.3954, 'D'],
  ['Duluth, MN', 46.7867, -92.1005, 'C'],
  ['Elko, NV', 40.8324, -115.7631, 'P'],
  ['Winnemucca, NV', 40.973, -117.7357, 'P'],
  ['Farmington, NM', 36.7281, -108.2187, 'M'],
  ['Yakima, WA', 46.6021, -120.5059, 'P'],
  ['Twin Falls, ID', 42.5558, -114.4701, 'M'],
  ['Redmond, OR', 44.2726, -121.1739, 'P'],
  ['Wenatchee, WA', 47.4235, -120.3103, 'P'],
]

/** Towns that the demo's tanks stand near, by name. */
export const TOWNS: ReadonlyMap<string, Town> = new Map(
  ROWS.map(([town, latitude, longitude, zone]) => {
    const [timeZone, utcOffset] = ZONES[zone]
    return [town, { town, latitude, longitude, timeZone, utcOffset }]
  }),
)
