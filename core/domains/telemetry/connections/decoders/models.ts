import { keysOf } from '#core/platform/keysOf.ts'

/** The models of level sensors whose decoders ship, with the names that their makers use. */
export const MODEL_NAMES = {
  milesight_em310_udl: 'Milesight EM310-UDL',
  milesight_em400_udl: 'Milesight EM400-UDL, EM400-TLD',
  milesight_em500_udl: 'Milesight EM500-UDL',
  milesight_em500_swl: 'Milesight EM500-SWL',
  milesight_em500_pp: 'Milesight EM500-PP',
  dragino_ldds45: 'Dragino LDDS45',
  dragino_ldds75: 'Dragino LDDS75',
  dragino_ldds04: 'Dragino LDDS04',
  dragino_ps_lb: 'Dragino PS-LB, PS-LS',
  decentlab_dl_mbx: 'Decentlab DL-MBX',
  decentlab_dl_lid: 'Decentlab DL-LID',
  decentlab_dl_ctd10: 'Decentlab DL-CTD10',
  decentlab_dl_pr26: 'Decentlab DL-PR26 (0–1 bar)',
}

export type DecoderName = keyof typeof MODEL_NAMES

export const DECODER_NAMES = keysOf(MODEL_NAMES)
