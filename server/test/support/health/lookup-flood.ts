import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { encodeAddressLookup } from '../../../src/ccip/records.ts'

/** A process that looks names up as fast as a gateway answers: `<gateway URL> <domain> <connections>`. Prints what it got each second. */
const [, , url = '', domain = '', connections = '1'] = process.argv
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
const counts = new Map<string, number>()
let sent = 0

async function lookUp(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const data = encodeAddressLookup(`flood-${process.pid}-${sent++}.${domain}`)
  const headers = { 'content-type': 'application/json' }
  request(url, { agent, method: 'POST', headers }, (response) => {
    text(response).then(
      () => resolve(`${response.statusCode}`),
      () => resolve('lost'),
    )
  })
    .on('error', () => resolve('lost'))
    .end(JSON.stringify({ data }))
  return promise
}

async function repeat(): Promise<never> {
  for (;;) {
    const outcome = await lookUp()
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
}

setInterval(() => process.stdout.write(`${JSON.stringify(Object.fromEntries(counts))}\n`), 1_000)
for (let index = 0; index < Number(connections); index++) repeat()
