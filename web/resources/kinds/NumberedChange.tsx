/** The name of a record of which only the id is known. */
export function NumberedChange({ value }: { value: unknown }) {
  return <span>{`#${value}`}</span>
}
