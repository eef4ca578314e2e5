/** The value of `fill` for all tanks of a device that need one. */
const NEEDED = 'needed'

/**
 * The address of a form with a fill of a tank, or of a device's tanks, and the order that it serves.
 * @param day for the board: the day to plan, if not today
 */
export function addressOfFill(
  form: string,
  device_id: number,
  port_number: number | null,
  document_id?: number,
  day?: string,
): string {
  const order = document_id === undefined ? '' : `&document_id=${document_id}`
  return `${form}?device_id=${device_id}&fill=${port_number ?? NEEDED}${order}${day ? `&day=${day}` : ''}`
}

interface RequestedFill {
  device_id: number
  /** Null for all tanks of the device that need one. */
  port_number: number | null
}

/** The fill in an address; undefined if there is none. */
export function fillIn(params: URLSearchParams): RequestedFill | undefined {
  const [device, fill] = [params.get('device_id') ?? '', params.get('fill') ?? '']
  if (!/^\d{1,15}$/.test(device)) return undefined
  if (fill === NEEDED) return { device_id: Number(device), port_number: null }
  return /^\d{1,2}$/.test(fill) ? { device_id: Number(device), port_number: Number(fill) } : undefined
}
