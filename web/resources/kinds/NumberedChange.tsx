/** What a record is called of which only the number is known. */
export function NumberedChange({ value }: { value: unknown }) {
  return <span>{`#${value}`}</span>
}
