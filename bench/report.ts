import os from 'node:os'
import type { Figure } from './figure.ts'

/** The table that is committed: figures, their floors, what was to be reached; what was not measured now stays. */
export function reportOf(figures: readonly Figure[], before = ''): string {
  const rows = withKept(rowsOf(figures), before)
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
of inserting them, writes the newest states anew with every uplink, judges trust, volumes and alerts, and waits for the
disk in small transactions so that devices are answered soon. It copies new readings in by COPY, which the floor does not.
Before the rounds that count every device has reported once.
The floor of a call of a kind is a bare handler on the same pool that runs the very statements that our call sent, with
values of its own where two cannot be alike, and answers their rows as JSON; a password is hashed by both.
The slowest kinds: the formula of a tank type is tried at 201 heights of four or eight tanks before it is kept; a customer
carries the most columns and references to check and to title, in an answer whose statement the database has prepared.
\`npm run bench -- ingest\` measures this part alone.
`
}

/** Lines of the table, one for each figure. */
function rowsOf(figures: readonly Figure[]): string[] {
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

/** Each line that was measured anew in its old place, new ones at the end. */
function withKept(rows: readonly string[], before: string): string[] {
  const nameOf = (row: string) => row.split(' | ')[0]
  const old = before.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| what |'))
  const anew = (row: string) => rows.find((one) => nameOf(one) === nameOf(row)) ?? row
  const added = rows.filter((row) => !old.some((one) => nameOf(one) === nameOf(row)))
  return [...old.map(anew), ...added]
}
