/** A tank's dimensions as its formula names them, in any one unit; 0 = not used. */
export interface TankSides {
  D: number
  L: number
  W: number
  H: number
}

export interface TankOutline {
  /** An SVG path; y = 0 is the top, y = height the bottom. */
  path: string
  width: number
  height: number
  /** The dimensions shown across and up, if the view shows them. */
  across: keyof TankSides | null
  up: keyof TankSides | null
  /** How far the heads extend beyond the side across, at either end. */
  heads?: number
}

/** The outline of a tank from the side that shows most of it. */
export function tankOutline(slug: string, sides: TankSides): TankOutline {
  const { D, L, W, H } = sides
  const heads = HEADS[slug]
  if (heads !== undefined) return lyingOutline(D || 1, L || 0, heads)
  switch (slug) {
    case 'vertical_cylinder':
      return { ...box(D || 1, H || D || 1), across: 'D', up: 'H' }
    case 'rectangular':
      return { ...box(L || W || 1, H || 1), across: L ? 'L' : 'W', up: 'H' }
    case 'vertical_oval':
    case 'horizontal_oval':
      return { ...rounded(W || 1, H || 1, Math.min(W || 1, H || 1) / 2), across: 'W', up: 'H' }
    case 'sphere':
      return { ...rounded(D || 1, D || 1, (D || 1) / 2), across: 'D', up: 'D' }
    case 'cone_bottom':
      return cone(sides)
    default: {
      const width = D || W || L || (H || 1) * 0.7
      const height = H || D || 1
      return {
        ...rounded(width, height, Math.min(width, height) * 0.12),
        across: D ? 'D' : W ? 'W' : L ? 'L' : null,
        up: H ? 'H' : D ? 'D' : null,
      }
    }
  }
}

/** How far the heads of a horizontal cylinder extend, as a share of its diameter. */
const HEADS: Readonly<Record<string, number>> = {
  horizontal_cylinder_flat: 0,
  horizontal_cylinder_elliptical: 0.25,
  horizontal_cylinder_hemispherical: 0.5,
  horizontal_cylinder_torispherical: 0.19,
}

function lyingOutline(D: number, L: number, share: number): TankOutline {
  const depth = D * share
  const head = `${depth} ${D / 2} 0 0 1`
  const path =
    depth === 0
      ? `M0 0 H${L} V${D} H0 Z`
      : `M${depth} 0 H${depth + L} A${head} ${depth + L} ${D} H${depth} A${head} ${depth} 0 Z`
  return { path, width: L + 2 * depth, height: D, across: 'L', up: 'D', heads: depth }
}

function cone({ D, L, W, H }: TankSides): TankOutline {
  const width = D || 1
  const height = H || 1
  const knee = Math.max(0, height - L)
  const left = (width - Math.min(W, width)) / 2
  return {
    path: `M0 0 H${width} V${knee} L${width - left} ${height} H${left} L0 ${knee} Z`,
    width,
    height,
    across: 'D',
    up: 'H',
  }
}

function box(width: number, height: number) {
  return { path: `M0 0 H${width} V${height} H0 Z`, width, height }
}

function rounded(width: number, height: number, r: number) {
  const corner = `${r} ${r} 0 0 1`
  return {
    path: `M${r} 0 H${width - r} A${corner} ${width} ${r} V${height - r} A${corner} ${width - r} ${height} H${r} A${corner} 0 ${height - r} V${r} A${corner} ${r} 0 Z`,
    width,
    height,
  }
}
