export interface BuiltInTankType {
  slug: string
  /** Litres from mm; null if the volume comes from the port's strapping table. */
  formula: string | null
  /** Its dimensions; the level height is H if listed, else D. The radii of dish and knuckle are optional. */
  dims: readonly ('D' | 'L' | 'W' | 'H' | 'dish' | 'knuckle')[]
}

/**
 * The tank types of every new installation. L of a horizontal cylinder is its straight length, tangent to tangent. Cone bottom:
 * H total height, D diameter, L height of the cone, W diameter of the outlet (0 = pointed). Ovals: W and H are the section, L
 * the length.
 */
export const builtInTankTypes: readonly BuiltInTankType[] = [
  { slug: 'vertical_cylinder', formula: 'pi*D^2/4*clamp(h,0,H)/1e6', dims: ['D', 'H'] },
  { slug: 'horizontal_cylinder_flat', formula: 'segment(D,h)*L/1e6', dims: ['D', 'L'] },
  {
    slug: 'horizontal_cylinder_elliptical',
    formula: '(segment(D,h)*L+ellipsoidal(D,D/4,h))/1e6',
    dims: ['D', 'L'],
  },
  {
    slug: 'horizontal_cylinder_hemispherical',
    formula: '(segment(D,h)*L+ellipsoidal(D,D/2,h))/1e6',
    dims: ['D', 'L'],
  },
  {
    slug: 'horizontal_cylinder_torispherical',
    formula: '(segment(D,h)*L+torispherical(D,h,dish,knuckle))/1e6',
    dims: ['D', 'L', 'dish', 'knuckle'],
  },
  { slug: 'rectangular', formula: 'L*W*clamp(h,0,H)/1e6', dims: ['L', 'W', 'H'] },
  { slug: 'vertical_oval', formula: 'stadium(W,H,h)*L/1e6', dims: ['L', 'W', 'H'] },
  { slug: 'horizontal_oval', formula: 'stadium(W,H,h)*L/1e6', dims: ['L', 'W', 'H'] },
  {
    slug: 'cone_bottom',
    // r² + r·W/2 + W²/4 with r the cone's radius at the liquid; max(L,1) covers a tank without a cone.
    formula:
      'pi/12*(min(h,L)*(W^2+W*(W+(D-W)*min(h,L)/max(L,1))+(W+(D-W)*min(h,L)/max(L,1))^2)+3*D^2*(clamp(h,0,H)-min(h,L)))/1e6',
    dims: ['D', 'L', 'W', 'H'],
  },
  { slug: 'sphere', formula: 'pi*clamp(h,0,D)^2*(1.5*D-clamp(h,0,D))/3e6', dims: ['D'] },
  { slug: 'strapping_table', formula: null, dims: [] },
]
