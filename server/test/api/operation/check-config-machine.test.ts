import { chmod, chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mountSmallDisk, noMount } from '../../support/faults/small-disk.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { runCommand } from '../../support/service/command.ts'
import { createTenant, testEnvironment, withContext } from '../../support/service/service.ts'

const minuteMs = 60_000

/** An RPC whose newest block is some milliseconds off; the clock of one on a private host is not read. */
async function startRpc(offsetMs: number) {
  const time = () => Date.now() + offsetMs
  return startHttpServer((_request, response) => {
    const timestamp = `0x${Math.floor(time() / 1000).toString(16)}`
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { timestamp } }))
  })
}

it.each([
  [10 * minuteMs, /! clock by chain 1: (599|60[01]) s behind the newest block of chain 1: set it by NTP/],
  [-10 * minuteMs, /! clock by chain 1: 60[0-5] s ahead of the newest block of chain 1: set it by NTP/],
  [0, /✓ clock by chain 1: [0-5] s (behind|ahead of) the newest block of chain 1/],
])('check-config compares the clock with an RPC that is %d ms off', async (offsetMs, line) => {
  const rpc = await startRpc(offsetMs)
  const environment = testEnvironment(await temporaryFolder(), undefined, { RPC_URL_1: rpc.url })
  const { output } = await runCommand(['check-config'], environment)
  await rpc.close()
  expect(output).toMatch(line)
})

it('check-config names what belongs to another user, and secrets that others can read', async ({ skip }) => {
  if (process.getuid?.() !== 0) return skip('Only root may give files away.')
  const folder = await temporaryFolder()
  const environment = testEnvironment(folder, undefined, { MIN_FREE_DISK_MB: '0' })
  await withContext(environment, createTenant)
  const secret = join(folder, 'admin-key')
  await writeFile(secret, 'a key')
  await chmod(secret, 0o644)
  await chown(folder, 65_534, 65_534)
  await chown(secret, 65_534, 65_534)
  const { code, output } = await runCommand(['check-config'], environment)
  expect(code).toBe(0)
  expect(output).toContain(`${folder}/byname.db (user 0)`)
  expect(output).toContain('to another user than the service (user 65534)')
  expect(output).toContain(`Others can read or write ${secret}: run chmod 600 ${secret}.`)
})

it('check-config warns of little space, and fails when no more files can be made', async ({ skip }) => {
  const disk = await mountSmallDisk(8, ',nr_inodes=50')
  if (!disk) return skip(noMount)
  const environment = testEnvironment(disk.folder, undefined)
  await withContext(environment, createTenant)
  const low = await runCommand(['check-config'], environment)
  expect(low.code).toBe(0)
  expect(low.output).toMatch(
    /! space of the data folder \S+: \d MB free, \d\d more files: have at least 1024 MB\./,
  )
  await disk.fillFiles()
  const full = await runCommand(['check-config'], environment)
  expect(full.code).toBe(1)
  expect(full.output).toContain(`The disk of ${disk.folder} takes no more files (df -i): delete some.`)
})
