import type { ChartTexts } from './ChartTexts.ts'
import type { Series } from './TankHistory.ts'

interface Hit {
  seriesName: string
  value: [number, number | null]
  data: { note?: string }
}

interface Shown {
  series: Series
  span: { from: number; to: number }
  texts: ChartTexts
}

/** The tooltip of a moment: the value, its quality, and what happened then. */
export function tooltipText(hit: unknown, { series, span, texts }: Shown): string {
  const hits: Hit[] = Array.isArray(hit) ? hit : [hit]
  const line = hits.find(({ seriesName }) => seriesName === 'line')
  const estimate = hits.find(({ seriesName }) => seriesName === 'estimated')
  const forecast = hits.find(({ seriesName }) => seriesName === 'forecast')
  const at = (line ?? estimate ?? forecast ?? hits[0])?.value[0]
  if (at === undefined) return ''
  // The nearest mark is always among the hits, however far away.
  const near = (span.to - span.from) / 100
  const marks = hits.filter(({ value, data }) => data.note && Math.abs(value[0] - at) <= near)
  const unmeasured = line === undefined ? (estimate ?? forecast) : undefined
  const shown = unmeasured ? (unmeasured === estimate ? series.estimated : series.ahead) : series.points
  const point = shown?.find(([time]) => texts.wall(time) === at)
  const lines = [texts.wallInstant(at)]
  if (line?.value[1] != null) lines.push(`<b>${texts.quantity(line.value[1], series.unit)}</b>`)
  if (unmeasured?.value[1] != null)
    lines.push(
      `<b>${texts.about(texts.quantity(unmeasured.value[1], series.unit))}</b> ${escaped(texts.word(unmeasured.seriesName))}`,
    )
  if (point?.[2] != null && point[3] != null && point[3] > point[2])
    lines.push(`${texts.quantity(point[2], series.unit)} – ${texts.quantity(point[3], series.unit)}`)
  lines.push(...marks.map(({ data }) => escaped(data.note ?? '')))
  return lines.join('<br>')
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
