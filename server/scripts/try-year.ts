import { mkdir, rm, writeFile } from 'node:fs/promises'
import { argv, stdout } from 'node:process'
import { startDevnet } from '@byname/devnet'
import { startAlerts } from './try-year/alerts.ts'
import { host } from './try-year/host.ts'
import { createJournal } from './try-year/journal.ts'
import { startClient } from './try-year/lookups.ts'
import { createCertificate, createNetwork, startRpcProvider } from './try-year/network.ts'
import { playYear } from './try-year/story.ts'

/**
 * Plays a year of operation in the folder that deploy/try-year.sh has prepared, and prints a table of it. Everything that it
 * starts ends with it.
 */
const folder = argv[2] ?? '/var/tmp/byname-year'
const run = `${folder}/run`
await rm(run, { recursive: true, force: true })
await mkdir(run, { recursive: true })

const releases: (() => unknown)[] = []
/** Ends it after what is started later. */
const releaseLater = <T>(started: T, release: (started: T) => unknown): T => {
  releases.unshift(() => release(started))
  return started
}

const releaseAll = async () => {
  for (const release of releases.splice(0)) await release()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => releaseAll().finally(() => process.exit(1)))

try {
  releaseLater(await createNetwork(), (remove) => remove())
  const devnet = releaseLater(await startDevnet({ chains: [1] }), ({ stop }) => stop())
  const provider = releaseLater(await startRpcProvider(devnet.rpcUrl(1)), ({ close }) => close())
  const certificate = await createCertificate(run, host)
  const alerts = releaseLater(await startAlerts(run), ({ stop }) => stop())
  const hostsFile = `${run}/hosts`
  await writeFile(hostsFile, '127.0.0.1 localhost\n')
  const client = releaseLater(
    startClient({
      rpcUrl: devnet.rpcUrl(1),
      lookupsPerSecond: 8,
      hostsFile,
      authority: certificate.authority,
    }),
    ({ stop }) => stop(),
  )
  const journal = createJournal({ lookups: client.lookups, alerts })
  try {
    await playYear({
      folder,
      log: `${run}/log`,
      devnet,
      provider,
      certificate,
      alerts,
      client,
      hostsFile,
      journal,
      releaseLater,
    })
  } finally {
    await journal.print()
  }
  stdout.write(`What the operator typed, and what was printed: ${run}/log\n`)
} finally {
  await releaseAll()
}
