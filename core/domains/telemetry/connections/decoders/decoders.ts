import type { Measured } from '#core/domains/telemetry/connections/valuePaths.ts'
import { decentlabDepth, decentlabLaser, decentlabMaxbotix, decentlabPressure } from './decentlab.ts'
import { draginoDistance, draginoFourDistances, draginoProbe } from './dragino.ts'
import { milesight } from './milesight.ts'
import type { DecoderName } from './models.ts'

/**
 * Reads the bytes of one uplink of a model.
 * @throws RangeError when they are not of that model
 */
export type Decoder = (bytes: readonly number[], f_port: number | null) => Measured

/** The decoders of level sensors that ship, by model. Written from the byte formats in the makers' documents. */
export const decoders = {
  milesight_em310_udl: milesight({ 3: 'distance' }),
  milesight_em400_udl: milesight({ 4: 'distance' }),
  milesight_em500_udl: milesight({ 3: 'distance' }),
  milesight_em500_swl: milesight({ 3: 'height' }),
  milesight_em500_pp: milesight({ 3: 'pressure' }),
  dragino_ldds45: draginoDistance,
  dragino_ldds75: draginoDistance,
  dragino_ldds04: draginoFourDistances,
  dragino_ps_lb: draginoProbe,
  decentlab_dl_mbx: decentlabMaxbotix,
  decentlab_dl_lid: decentlabLaser,
  decentlab_dl_ctd10: decentlabDepth,
  decentlab_dl_pr26: decentlabPressure,
} as const satisfies Record<DecoderName, Decoder>
