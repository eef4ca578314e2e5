type NamesOf<Part> = Part extends Part ? keyof Part : never

/** The parts as they were given, but for a name that stands in two of them: nothing can be assigned to that. */
type Distinct<Parts> = {
  [P in keyof Parts]: {
    [N in keyof Parts[P]]: N extends NamesOf<Parts[Exclude<keyof Parts, P>]>
      ? 'this name stands in another part as well'
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
