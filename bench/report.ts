import os from 'node:os'
import type { Measurement } from './measurement.ts'

/** The committed table: figures, floors and goals; lines that were not measured now stay. */
export function reportOf(figures: readonly Measurement[], before = ''): string {
  const rows = withPrevious(rowsOf(figures), before)
  return `# Benchmark results

\`npm run bench\` on ${os.cpus().length} cores (${os.cpus()[0]?.model ?? 'unknown'}), Node ${process.version}, embedded PostgreSQL 18.
Load, server and database share these cores. Quote the ratios: the absolute figures move with the machine.

| what | sizes | measured | floor in the same run | ratio | to reach | reached |
|---|---|---|---|---|---|---|
${rows.join('\n')}

The floor of the ingest is every row that both doors have left behind (readings, device records, hours, days, states of
ports and devices, raw uplinks), written once more by the bare driver: arrays by \`unnest\`, a statement a table
and transaction, into empty tables of the same shape, on one connection while nothing else runs; of three sizes of
transaction (40, 160, 320 uplinks) the best counts.
The ingest shares the two cores with the devices that send (HTTP or MQTT, JSON both ways), adds to hours and days instead
of inserting them, writes the newest states again with every uplink, judges trust, volumes and alerts, and waits for the
disk in small transactions so that devices are answered soon. It copies new readings, hours and days in by COPY, which
the floor does not.
Before the rounds that count every device has reported once; the newest record of the last round is of now. The devices
speak to bare sockets, as what they spend is taken from the server's two cores; they are reported next to its CPU.
The floor of a create or an update is a bare handler on the same pool that runs the very statements that our call sent,
with values of its own where two cannot be alike, and answers their rows as JSON; a password is hashed by both.
The slowest kind: the formula of a tank type is tried at 201 heights of four or eight tanks before it is saved.
\`npm run bench -- ingest\` measures this part alone.

The floor of a reading call (the sections below) is the best single prepared statement that we can write for the same
answer, by hand (\`bench/floors\`), behind a bare \`node:http\` handler with the product's driver and a pool of its
size, in a copy of the database that has every index its statements want. It asks who calls as little as what he may, and
does not compress; both are sent a browser's \`accept-encoding\`. Before anything is measured, its answers are compared
with the product's field by field. The peer reads the product's own tables with their indexes; it is queried for the same rows and
the names of what they refer to, without tanks and tags. \`npm run bench -- peers\` measures both, \`--size 1000000\`
over a larger fleet.
`
}

/** A part of the report with its own heading: the heading, and its body. */
export type Section = [heading: string, body: string]

/**
 * The report with these sections in place of sections with the same headings, and new ones at the end.
 * @param head the text before all sections; by default the head of `report`.
 * @param report the current report: sections that were not measured now stay.
 */
export function withSections(head: string | undefined, sections: readonly Section[], report: string): string {
  const [before = '', ...old] = report.split(/^(?=## )/m).map((part) => part.trimEnd())
  const headingOf = (part: string) => part.split('\n')[0]
  const texts = sections.map(([heading, body]) => `${heading}\n\n${body.trimEnd()}`)
  const updated = (part: string) => texts.find((text) => headingOf(text) === headingOf(part)) ?? part
  const added = texts.filter((text) => !old.some((part) => headingOf(part) === headingOf(text)))
  return `${[(head ?? before).trimEnd(), ...old.map(updated), ...added].join('\n\n')}\n`
}

/** Lines of the table, one for each figure. */
function rowsOf(figures: readonly Measurement[]): string[] {
  return figures.map(
    ({ what, sizes, measured, floor = '–', ratio, wanted, reached }) =>
      `| ${[
        what,
        sizes,
        measured,
        floor,
        ratio === undefined ? '–' : ratio.toFixed(2),
        wanted,
        reached ? 'yes' : '**no**',
      ].join(' | ')} |`,
  )
}

/** Each newly measured line in its old place, new ones at the end. */
function withPrevious(rows: readonly string[], before: string): string[] {
  const nameOf = (row: string) => row.split(' | ')[0]
  const old = (before.split(/^## /m)[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| what |'))
  const updated = (row: string) => rows.find((item) => nameOf(item) === nameOf(row)) ?? row
  const added = rows.filter((row) => !old.some((item) => nameOf(item) === nameOf(row)))
  return [...old.map(updated), ...added]
}
