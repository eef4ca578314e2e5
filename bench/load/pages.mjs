import http from 'node:http'

// Open pages of the benchmark: live streams in a separate process. When it is to watch a record, they report when the first
// has received its event, and after how many milliseconds each of them has.
const { port, tokens, each, headers } = await new Promise((resolve) => process.once('message', resolve))

let watched
let isFirstReported = false

function listenTo(stream) {
  let text = ''
  let seen
  stream.setEncoding('utf8').on('data', (part) => {
    const events = (text + part).split('\n\n')
    text = events.pop()
    if (!watched || seen === watched || !events.some(isIt)) return
    seen = watched
    watched.times.push(Date.now() - watched.since)
    if (!isFirstReported) process.send('first')
    isFirstReported = true
  })
}

/** Whether an event is of the watched kind and names the watched record. */
function isIt(event) {
  if (!event.includes(watched.word)) return false
  const { device_ids, ids } = JSON.parse(event.slice(event.indexOf('data: ') + 6))
  return (device_ids ?? ids).includes(watched.id)
}

function open(token) {
  return new Promise((resolve, reject) => {
    const request = http.get(
      {
        port,
        host: '127.0.0.1',
        path: '/api/live',
        headers: { ...headers, authorization: `Bearer ${token}` },
      },
      (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`a stream was answered ${answer.statusCode}`))
        listenTo(answer)
        resolve()
      },
    )
    request.on('error', reject)
  })
}

for (const token of tokens) await Promise.all(Array.from({ length: each }, () => open(token)))
process.on('message', (message) => {
  if (message === 'tell') return process.send(watched.times)
  isFirstReported = false
  watched = { ...message, times: [] }
})
process.once('disconnect', () => process.exit(0))
process.send('open')
