const listed = (family: string, values: readonly number[]) =>
  values.map((value, index) => [`${family}${String(index + 1).padStart(2, '0')}`, value] as const)

/**
 * The minimum distance of each of Solomon's instances of 100 stops, with distances cut to one decimal, from CVRPLIB, the 12th DIMACS
 * Implementation Challenge and the tours of LKH-3; almost all are proven optima.
 */
const SOLOMON = [
  ...listed('c1', [827.3, 827.3, 826.3, 822.9, 827.3, 827.3, 827.3, 827.3, 827.3]),
  ...listed('c2', [589.1, 589.1, 588.7, 585.8, 586.4, 586.0, 585.8, 585.8]),
  ...listed(
    'r1',
    [1637.7, 1466.6, 1208.7, 971.5, 1355.3, 1234.6, 1064.6, 932.1, 1146.9, 1068.0, 1048.7, 948.6],
  ),
  ...listed('r2', [1143.2, 1029.6, 870.8, 731.3, 949.8, 875.9, 794.0, 701.0, 854.8, 900.5, 746.7]),
  ...listed('rc1', [1619.8, 1457.4, 1258.0, 1132.3, 1513.7, 1372.7, 1207.8, 1114.2]),
  ...listed('rc2', [1261.8, 1092.3, 923.7, 783.5, 1154.0, 1051.1, 962.9, 776.1]),
]

/**
 * The best results for Gehring and Homberger's instances of 400 and 600 stops, for the fewest vehicles (SINTEF). They are not proven to be
 * the shortest, and with more vehicles there is often a shorter way: a solution may be below them.
 */
const HOMBERGER = [
  ['c1_4_1', 7152.06],
  ['c1_6_1', 14_095.64],
  ['r1_4_1', 10_372.31],
  ['r1_6_1', 21_394.95],
  ['rc1_4_1', 8571.32],
  ['rc1_6_1', 16_982.86],
] as const

export const BEST_KNOWN: ReadonlyMap<string, number> = new Map([...SOLOMON, ...HOMBERGER])
