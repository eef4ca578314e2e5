type NamesOf<Part> = Part extends Part ? keyof Part : never

/** The parts as given, except for a name that occurs in two of them, to which nothing can be assigned. */
type Distinct<Parts> = {
  [P in keyof Parts]: {
    [N in keyof Parts[P]]: N extends NamesOf<Parts[Exclude<keyof Parts, P>]>
      ? 'this name occurs in another part as well'
      : Parts[P][N]
  }
}

type Intersection<Union> = (Union extends Union ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** The texts of several parts as one object. A name that two parts share does not compile. */
export function mergeTexts<Parts extends Readonly<Record<string, object>>>(
  parts: Parts & Distinct<Parts>,
): Intersection<Parts[keyof Parts]> {
  return Object.assign({}, ...Object.values(parts))
}
