import { encodeFunctionData, type Hex, parseAbi, toHex } from 'viem'
import { packetToBytes } from 'viem/ens'
import { openStore } from '../../../server/src/store/store.ts'
import type { BenchOptions, Report } from '../bench.ts'
import { databaseTitles } from '../databases/kinds.ts'
import { domain, resolverAddress, resolverId, userAt } from '../databases/zone.ts'
import type { LoadProfile, RequestSource } from '../load/load.ts'
import { type Measurement, measure } from '../load/measure.ts'
import { getRequest } from '../load/requests.ts'
import { distinctWorkload, repeatWorkload, requestSourceOf } from '../lookups/workloads.ts'
import { figure, ranged } from '../report/format.ts'
import { quotients, spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { serve } from '../servers/service.ts'

/** Bytes of a set of an address, two texts and a content hash, with the signature of a key. */
const setBytes = 400

const validUntil = 4_000_000_000

const abi = parseAbi(['function recordSet(bytes name)'])

/** As many bytes as a set, and another for each name. */
function responseOf(number: number): Hex {
  return toHex(number, { size: setBytes })
}

/** Of which each is looked up several times, for one record after the other: the contract asks the same each time. */
const knownNames = 500

/** Lookups of sealed names for different records, beside those of eight names over and over that are not sealed. */
export async function benchSealed({
  data,
  databases,
  sizes,
  rounds,
  seconds,
}: BenchOptions): Promise<Report> {
  const profile: LoadProfile = { connections: 32, warmUpSeconds: seconds / 2, seconds }
  const sources = {
    repeat: requestSourceOf(repeatWorkload),
    known: sealedRequests(knownNames),
    first: sealedRequests(sizes.small),
    distinct: requestSourceOf(distinctWorkload(sizes.small)),
  }
  const rows: string[][] = []
  for (const kind of databases) {
    const copy = await data.copy(kind, sizes.small)
    await storeSets(copy.url, sizes.small)
    const launch = serve(copy)
    const measured: Record<keyof typeof sources, Measurement>[] = []
    for (let round = 0; round < rounds; round++)
      measured.push({
        repeat: await measure(launch, sources.repeat, profile),
        known: await measure(launch, sources.known, profile),
        first: await measure(launch, sources.first, profile),
        distinct: await measure(launch, sources.distinct, profile),
      })
    const valuesOf = (source: keyof typeof sources, field: 'requestsPerSecond' | 'serverCpuMicros') =>
      measured.map((one) => one[source][field])
    const titles = {
      repeat: '8 names that are not sealed, over and over',
      known: `${figure(knownNames)} sealed names, other records each time`,
      first: `${figure(sizes.small)} sealed names, most for the first time`,
      distinct: `${figure(sizes.small)} names that are not sealed, distinct lookups (POST)`,
    }
    for (const subject of ['repeat', 'known', 'first', 'distinct'] as const)
      rows.push([
        `${databaseTitles[kind]}: ${titles[subject]}`,
        ranged(spreadOf(valuesOf(subject, 'requestsPerSecond'))),
        figure(spreadOf(valuesOf(subject, 'serverCpuMicros')).median),
        ranged(quotients(valuesOf('repeat', 'serverCpuMicros'), valuesOf(subject, 'serverCpuMicros'))),
      ])
  }
  return {
    heading: 'Sealed names: lookups by GET of one process, without a signature',
    body: table(['Lookups', 'requests/s', 'server CPU µs', 'first row / this one, by CPU'], rows),
    findings: [],
  }
}

async function storeSets(url: string, names: number): Promise<void> {
  const store = await openStore({ url })
  const numbers = new Map(Array.from({ length: names }, (_, number) => [userAt(number).label, number]))
  const rows = await store.db.selectFrom('subnames').select(['key', 'label']).execute()
  await store.transaction(async (tx) => {
    for (const { key: subnameKey, label } of rows) {
      const number = numbers.get(label)
      if (number === undefined) continue
      const holder = { holder: resolverAddress, kind: 'account', setSequence: 1n } as const
      const response = responseOf(number)
      await tx
        .insertInto('sealedSets')
        .values({ subnameKey, ...holder, validUntil, response, storedAt: 1, noticedUntil: 0 })
        .execute()
    }
  })
  await store.close()
}

function sealedRequests(names: number): RequestSource {
  const requests = Array.from({ length: names }, (_, number) => {
    const name = toHex(packetToBytes(`${userAt(number).label}.${domain}`))
    const callData = encodeFunctionData({ abi, args: [name] })
    return getRequest(`/ccip/${resolverId}/${resolverAddress}/${callData}.json`)
  })
  return {
    requestOf: (index) => requests[index % names],
    verify: (body, index) => {
      const expected = `{"data":"${responseOf(index % names)}"}`
      if (body !== expected) throw new Error(`The response to lookup ${index} is not the set of its name.`)
    },
  }
}
