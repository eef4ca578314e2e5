/**
 * Words by which people look for the same thing, in each language that the articles are written in: what is typed
 * is found under each word of its row. Word stems, for they are found at the beginning of a word.
 */
const SAME: readonly (readonly string[])[] = [
  ['alarm', 'alert', 'warning'],
  ['alarma', 'alerta', 'aviso'],
  ['propane', 'lpg', 'diesel', 'gasoline', 'fuel', 'product'],
  ['propano', 'glp', 'diésel', 'gasolina', 'combustible', 'producto'],
  ['reorder', 'refill', 'replenish', 'order'],
  ['reordenar', 'reponer', 'rellenar', 'pedido', 'orden'],
  ['csv', 'excel', 'xlsx', 'spreadsheet', 'import', 'export'],
  ['csv', 'excel', 'xlsx', 'hoja', 'importa', 'exporta'],
  ['api', 'integration', 'developer', 'webhook'],
  ['api', 'integraci', 'programa', 'webhook'],
  ['client', 'customer'],
  ['vehicle', 'truck', 'tanker'],
  ['vehículo', 'camión', 'cisterna'],
  ['bill', 'invoice'],
  ['gauge', 'sensor', 'level'],
  ['medidor', 'sensor', 'nivel'],
  ['location', 'place', 'site'],
  ['ubicación', 'lugar', 'sitio'],
  ['login', 'log in', 'sign in', 'password'],
  ['contraseña', 'iniciar sesión', 'entrar'],
]

/** A word that is looked for, and the others that mean the same; "alarms" is looked for as "alarm" is. */
export function otherWords(word: string): string[] {
  const typed = word.toLowerCase()
  const same = SAME.filter((row) => row.some((one) => one.length > 2 && typed.startsWith(one))).flat()
  return [...new Set([typed, ...same])]
}
