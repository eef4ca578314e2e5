const LABEL = /^https?:\/\/([^/?#]+)\/devices\/profile\/([1-9]\d{0,14})\/?$/i

/** What the code on a device's label says: the address of its profile. @param origin of this installation. */
export function labelOf(origin: string, device_id: number): string {
  return `${origin}/devices/profile/${device_id}`
}

/**
 * The device whose label was read. Labels of another installation name other devices by the same ids, so the label must
 * name one of these hosts.
 * @param hosts the names, with a port if there is one, by which this installation is reached.
 */
export function deviceOfLabel(text: string, hosts: readonly string[]): number | undefined {
  const [, host = '', id] = LABEL.exec(text.trim()) ?? []
  return id && hosts.includes(host.toLowerCase()) ? Number(id) : undefined
}
