/** The id of a record among the parameters of a call's path. @throws Error if the path has no such parameter */
export function idIn(params: Readonly<Record<string, number>>, name: string): number {
  const id = params[name]
  if (id === undefined) throw new Error(`The path has no ${name}`)
  return id
}
