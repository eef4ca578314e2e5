/** Default country in the API: the United States. */
export const HOME_COUNTRY = 140

/** ISO 3166-1, two and three letters. A country's id is its position, from 1: new ones are appended. */
const CODES = `
  ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE
  BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS
  BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN
  COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST
  EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF
  GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD
  HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM
  JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA
  LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA USUSA MEMNE MFMAF MGMDG MHMHL
  MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ
  NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF
  PGPNG PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS
  RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR
  SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN
  TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR
  VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE
`

export interface Country {
  country_id: number
  country_iso_2: string
  country_iso_3: string
}

/** All countries, in the order of their ids. */
export const COUNTRIES: readonly Country[] = CODES.trim()
  .split(/\s+/)
  .map((codes, index) => ({
    country_id: index + 1,
    country_iso_2: codes.slice(0, 2),
    country_iso_3: codes.slice(2),
  }))

export function countryOfId(id: number): Country | undefined {
  return COUNTRIES[id - 1]
}

export function countryOfIso(iso2: string): Country | undefined {
  return COUNTRIES.find(({ country_iso_2 }) => country_iso_2 === iso2)
}

/** Cached: creating one takes far longer than using it. */
const NAMES = new Map<string, Intl.DisplayNames>()

/** The name of a country in a language, such as "Germany". */
export function countryName(country: Country, language: string): string {
  const names = NAMES.get(language) ?? new Intl.DisplayNames([language], { type: 'region' })
  NAMES.set(language, names)
  return names.of(country.country_iso_2) ?? ''
}
