import { appendFileSync } from 'node:fs'
import { type Bench, nameCounts, type Report } from './bench.ts'
import { benchAbuse } from './benches/abuse.ts'
import { benchAdd } from './benches/add.ts'
import { benchAnchor } from './benches/anchor.ts'
import { benchBatch } from './benches/batch.ts'
import { benchCold } from './benches/cold.ts'
import { benchCustody } from './benches/custody.ts'
import { benchEdgeCache } from './benches/edge-cache.ts'
import { benchEvents } from './benches/events.ts'
import { benchFrozen } from './benches/frozen.ts'
import { benchGateway } from './benches/gateway.ts'
import { benchGateways } from './benches/gateways.ts'
import { benchImages } from './benches/images.ts'
import { benchImport } from './benches/import.ts'
import { benchKeccak } from './benches/keccak.ts'
import { benchListings } from './benches/listings.ts'
import { benchProcesses } from './benches/processes.ts'
import { benchProfile } from './benches/profile.ts'
import { benchResolve } from './benches/resolve.ts'
import { benchScale } from './benches/scale.ts'
import { benchSealed } from './benches/sealed.ts'
import { benchSoak } from './benches/soak.ts'
import { benchStart } from './benches/start.ts'
import { benchStorage } from './benches/storage.ts'
import { budgetTable, type Finding } from './budgets.ts'
import { openBenchDatabases } from './databases/data.ts'
import { type Options, readOptions } from './options.ts'
import { machine } from './report/machine.ts'
import { constantsTable, measureMachine } from './report/machine-constants.ts'
import { pinTo } from './servers/cores.ts'

/** The benchmarks that run by default. */
const standard: Readonly<Record<string, Bench>> = {
  gateway: benchGateway,
  custody: benchCustody,
  processes: benchProcesses,
  add: benchAdd,
  batch: benchBatch,
  events: benchEvents,
  listings: benchListings,
  start: benchStart,
  storage: benchStorage,
  resolve: benchResolve,
}

const benches: Readonly<Record<string, Bench>> = {
  ...standard,
  gateways: benchGateways,
  scale: benchScale,
  anchor: benchAnchor,
  frozen: benchFrozen,
  import: benchImport,
  images: benchImages,
  keccak: benchKeccak,
  abuse: benchAbuse,
  cold: benchCold,
  'edge-cache': benchEdgeCache,
  soak: benchSoak,
  profile: benchProfile,
  sealed: benchSealed,
}

const usage = `npm run bench -- [options] [${Object.keys(benches).join('] [')}]

  --only      the same names, separated by commas; without any, all but abuse, anchor, cold, edge-cache, frozen, gateways, import, images, keccak, profile, scale, sealed and soak
  --database  sqlite or postgres; both if absent
  --rounds    how often each server is measured (3); the report gives medians and ranges
  --seconds   how long each is measured in a round (4); half as long it warms up
  --minutes   how long a soak lasts on each database (10), and
  --workers   how many processes serve it (1)
  --changes   how many changes the readers of events get (100,000)
  --imported  how many names are exported and imported (100,000)
  --names     how many names the largest database of scale has, and that of cold (1,000,000)
  --peers     a file that names other gateways to compare with, for gateways
  --results   a file for the raw results of gateways
  --log       a file to which the report is also appended
  --quick     few names and short rounds, to see that everything works; its figures mean nothing
  --keep      leaves the databases behind for the next run with --keep`

async function run({ benches: chosen, quick, keep, log, ...options }: Options): Promise<void> {
  const print = (text: string) => {
    console.log(text)
    if (log !== undefined) appendFileSync(log, `${text}\n`)
  }
  print(`# Benchmarks\n\n${new Date().toISOString().slice(0, 10)}. ${machine()}.`)
  const data = openBenchDatabases({ keep })
  const findings: Finding[] = []
  try {
    const constants = await measureMachine(data.scratchFolder())
    print(`\n${constantsTable(constants)}`)
    const setting = { ...options, data, constants, sizes: nameCounts(quick) }
    for (const name of chosen) {
      console.error(`${name} …`)
      const begin = performance.now()
      const report: Report | undefined = await benches[name]?.(setting)
      if (!report) continue
      findings.push(...report.findings)
      print(`\n## ${report.heading}\n\n${report.body}`)
      for (const failure of report.failures ?? []) {
        console.error(failure)
        process.exitCode = 1
      }
      console.error(`${name} took ${Math.round((performance.now() - begin) / 1000)} s`)
    }
  } finally {
    await data.close()
  }
  if (findings.length > 0) print(`\n## Budgets\n\n${budgetTable(findings)}`)
}

function readOptionsOrExplain(): Options {
  try {
    return readOptions(Object.keys(benches), Object.keys(standard))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(2)
  }
}

// Exits through the 'exit' event, on which servers are stopped and folders removed.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

pinTo('load')
await run(readOptionsOrExplain())
