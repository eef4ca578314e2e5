/**
 * Columns for the volume curve of a tank (`TankGeometry`), from a port `p` with its tank type `t`: lengths in mm, volumes in L. A table
 * counts only where the type has no formula.
 */
export const TANK_COLUMNS = `t.formula, case when t.formula is null then p.strapping end as strapping,
  p.metric_diameter::float8 as diameter, p.metric_height::float8 as height, p.metric_width::float8 as width,
  p.metric_length::float8 as length, p.metric_wall::float8 as wall, p.metric_dish_radius::float8 as dish_radius,
  p.metric_knuckle_radius::float8 as knuckle_radius, p.tilt::float8, p.metric_gauge_position::float8 as gauge_position,
  p.def_liters::float8 as capacity`
