/**
 * Measures an import on a running server, such as a demo:
 * `node scripts/measureImport.mjs http://localhost:3000 admin@example.com password [rows]`.
 * It uploads a file of customers with phones, e-mails and addresses, two percent of them invalid, tests it, imports it and undoes it, and
 * reads a list of customers meanwhile. It prints rows a second, and the median and maximum time of the list.
 */
const [address, username, password, count = '100000'] = process.argv.slice(2)
const rows = Number(count)
const headers = { 'x-api-key': 'ullage-web' }

async function call(method, path, body) {
  const isForm = body instanceof FormData
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const result = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(result)}`)
  return result
}

headers.authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
headers.authorization = `Bearer ${(await call('GET', '/authenticate/login')).token}`

const terms = (await call('GET', '/payment_terms?page_size=1')).payment_terms[0].description
const run = Date.now()
const lines = Array.from({ length: rows }, (_, index) => {
  const isWrong = index % 50 === 49
  return [
    ...[
      `Measured ${run} ${index}`,
      `M-${run}-${index}`,
      isWrong ? 'No such terms' : terms,
      `www.measured${index}.example`,
    ],
    ...['308-555-1234', `office${index}@measured.example`, `${index} Grain Road`, 'Kearney', 'NE', '68847'],
  ].join(',')
})
const file = `Customer Name,Cust #,Terms,Website,Phone,Email,Street,City,State,Zip\n${lines.join('\n')}\n`
const form = new FormData()
form.append('file', new Blob([file]), 'measured.csv')

const lists = []
let isOver = false
const reader = (async () => {
  while (!isOver) {
    const begin = performance.now()
    await call('GET', '/customers?page_size=25')
    lists.push(performance.now() - begin)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
})()

const timed = async (name, work) => {
  lists.length = 0
  const begin = performance.now()
  const done = await work()
  const seconds = (performance.now() - begin) / 1000
  const sorted = lists.toSorted((one, other) => one - other)
  const at = (share) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  console.log(
    `${name}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows a second; a list ${at(0.5)} ms, ${at(0.95)} ms of 95 in 100, ${at(1)} ms at most`,
  )
  return done
}

const sent = await timed('read', () => call('POST', '/data_import_logs?resource=customers', form))
const path = `/data_import_logs/${sent.data_import_log.import_id}`
const step = async (name, wanted) => {
  await call('POST', `${path}/${name}`)
  for (;;) {
    const { data_import_log: log } = await call('GET', path)
    if (log.status === wanted) return log
    if (log.status === 'failed') throw new Error(`${name} has failed`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
const counted = ({ new_records, changed_records, same_records, refused_records }) =>
  console.log({ new_records, changed_records, same_records, refused_records })
counted(await timed('tried', () => step('check', 'checked')))
counted(await timed('stored', () => step('import', 'imported')))
if (process.env.KEEP !== '1') await timed('undone', () => step('undo', 'undone'))
isOver = true
await reader
