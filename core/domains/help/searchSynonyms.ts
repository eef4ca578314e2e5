/**
 * Synonyms in each language of the articles: a search for one word of a row finds all of them. Word stems, as search matches
 * the beginnings of words.
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
  ['login', 'log in', 'sign in', 'password', 'single sign-on', 'sso'],
  ['contraseña', 'iniciar sesión', 'entrar', 'inicio de sesión único', 'sso'],
]

/** A search word with its synonyms; "alarms" is treated as "alarm". */
export function searchSynonyms(word: string): string[] {
  const typed = word.toLowerCase()
  const same = SAME.filter((row) => row.some((item) => item.length > 2 && typed.startsWith(item))).flat()
  return [...new Set([typed, ...same])]
}
