/**
 * Wetted areas of tank cross-sections, from mm to mm². A level outside the section counts as empty or full, and a section
 * without extent has no area, so that no caller gets a NaN.
 */

/**
 * Area of a circle of diameter D filled to h: R² acos((R−h)/R) − (R−h) √(2Rh − h²), computed as R²/2 (x − sin x) over the
 * wetted angle x, which stays precise if the tank is nearly empty.
 */
export function segmentArea(diameter: number, h: number): number {
  if (!(diameter > 0) || !(h > 0)) return 0
  const radius = diameter / 2
  if (h >= diameter) return Math.PI * radius * radius
  const angle = 4 * Math.asin(Math.sqrt(h / diameter))
  return (radius * radius * angleMinusSine(angle)) / 2
}

/** x − sin x; by its series for small x, where the difference would be rounding noise. */
function angleMinusSine(x: number): number {
  if (x > 0.2) return x - Math.sin(x)
  const square = x * x
  return ((x * square) / 6) * (1 - (square / 20) * (1 - (square / 42) * (1 - square / 72)))
}

/** Area of an ellipse (axes width × height) filled to h: the circle of the same height, stretched. */
export function ellipseArea(width: number, height: number, h: number): number {
  if (!(width > 0) || !(height > 0)) return 0
  return (width / height) * segmentArea(height, h)
}

/** Area of a stadium (two half circles and a rectangle) filled to h; horizontal or vertical, depending on its sides. */
export function stadiumArea(width: number, height: number, h: number): number {
  if (!(width > 0) || !(height > 0)) return 0
  return width >= height ? horizontalStadiumArea(width, height, h) : verticalStadiumArea(width, height, h)
}

function horizontalStadiumArea(width: number, height: number, h: number): number {
  const level = Math.min(Math.max(h, 0), height)
  return segmentArea(height, level) + (width - height) * level
}

function verticalStadiumArea(width: number, height: number, h: number): number {
  const level = Math.min(Math.max(h, 0), height)
  const straight = height - width
  const inStraight = Math.min(Math.max(level - width / 2, 0), straight)
  return segmentArea(width, level - inStraight) + width * inStraight
}
