const LABEL = /^https?:\/\/([^/?#]+)\/devices\/profile\/([1-9]\d{0,14})\/?$/i

/** The content of a device label's code: the URL of its profile. @param origin of this installation. */
export function labelOf(origin: string, device_id: number): string {
  return `${origin}/devices/profile/${device_id}`
}

/**
 * The device of a scanned label. Other installations use the same ids for other devices, so the label must contain one of these
 * hosts.
 * @param hosts names of this installation, with a port if there is one.
 */
export function deviceOfLabel(text: string, hosts: readonly string[]): number | undefined {
  const [, host = '', id] = LABEL.exec(text.trim()) ?? []
  return id && hosts.includes(host.toLowerCase()) ? Number(id) : undefined
}
