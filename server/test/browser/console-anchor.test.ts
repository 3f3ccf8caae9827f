import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { components } from '@byname/sdk/openapi'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anchorDue } from '../../src/anchor/anchor-due.ts'
import { type FileHost, startFileHost } from '../support/anchors/file-host.ts'
import { fundAccount } from '../support/anchors/fund.ts'
import { assertWellFormed, describeInBrowser } from '../support/browser/browser.ts'
import { revisitSignedIn } from '../support/browser/console.ts'
import { chooseWallet, issueName } from '../support/browser/pages.ts'
import { send } from '../support/chain/registry-writes.ts'
import { sendAsOwner } from '../support/chain/sealed-names.ts'
import { createFolder } from '../support/folders.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

const path = '/console/domains/1/demo.eth'
const key = `0x${'b6'.repeat(32)}` as const
const anchorPath = '/byname/v1/domains/demo.eth/anchor?chainId=1'

let hosts: readonly FileHost[] = []
let sandbox: TestSandbox

beforeAll(async () => {
  const folder = await createFolder('anchors')
  const roots = ['one', 'two'].map((name) => join(folder, name))
  await Promise.all(roots.map((root) => mkdir(root)))
  hosts = await Promise.all(roots.map((root) => startFileHost(root)))
  sandbox = await startTestSandbox({
    ANCHOR_TARGETS: roots.map((root, index) => `${root}=${hosts[index]?.url}`).join(','),
    ANCHOR_KEY_1: key,
    OUTBOUND_ALLOWED_ORIGINS: hosts.map(({ url }) => url).join(','),
  })
  await issueName(sandbox, { label: 'ada' })
  await fundAccount(sandbox.devnet.rpcUrl(1), privateKeyToAccount(key).address)
})
afterAll(async () => {
  await sandbox.stop()
  for (const host of hosts) await host.close()
})

async function readAnchor(): Promise<components['schemas']['Anchor']> {
  const headers = { 'x-api-key': sandbox.file.apiKey }
  return dataOf(await sandbox.call('GET', anchorPath, { headers }))
}

/** What the owner of the contract sends. */
async function sendOwnerCalls(): Promise<void> {
  const owner = sandbox.devnet.accounts.at(-1)?.address ?? '0x'
  for (const { to, data } of (await readAnchor()).ownerCalls)
    await send(sandbox.devnet.rpcUrl(1), owner, to as `0x${string}`, data as `0x${string}`)
}

/** Does at once what the service does each half minute. */
async function anchorNow(): Promise<void> {
  const { anchoring } = sandbox.context
  if (!anchoring) throw new Error('The settings name targets.')
  const listener = {
    onAnchored: () => {},
    onFailure: (_domain: string, error: unknown) => {
      throw error
    },
  }
  await anchorDue(anchoring, listener, new AbortController().signal)
}

describeInBrowser('What goes on when the server vanishes', (browser) => {
  test('is switched on in the console, asked of the owner, published, and tried from the files alone', async () => {
    const opened = await revisitSignedIn(browser(), sandbox, path, { width: 1280 })
    const { page } = opened
    const card = page.getByRole('region', { name: 'If this server vanished now' })
    await card.getByText(/365 beats a year cost .* ETH/).waitFor()
    await assertWellFormed(opened)
    await card.getByRole('button', { name: 'Keep the names alive' }).click()
    await card.getByText('2 transactions of the owner of its contract are missing').waitFor()
    await assertWellFormed(opened)

    await sendOwnerCalls()
    await anchorNow()
    await page.reload()
    await card.getByText('2 names would go on, from 2 hosts, as of').waitFor()
    await card.getByText('Each name resolves to the same now.').waitFor()
    await card.getByText('Kept', { exact: true }).waitFor()
    await assertWellFormed(opened)

    await card.getByRole('button', { name: 'Try it' }).click()
    await chooseWallet(page)
    await card.getByText('1 of 1 name resolved from the files of one host, without this server.').waitFor()
    await assertWellFormed(opened)
  })

  test('rule: a name that is not in the files, and hosts that are gone, are shown as such', async () => {
    await issueName(sandbox, { label: 'late' })
    const opened = await revisitSignedIn(browser(), sandbox, path, { width: 1280 })
    const { page } = opened
    const card = page.getByRole('region', { name: 'If this server vanished now' })
    await card.getByText('One name was issued, removed or has other records since then').waitFor()
    await card.getByRole('button', { name: 'Try it' }).click()
    await chooseWallet(page)
    await card.getByText('1 of 2 names resolved').waitFor()
    await card.getByText('Not in the files').waitFor()
    for (const host of hosts)
      host.setFault((response) => {
        response.writeHead(404).end()
        return true
      })
    await card.getByRole('button', { name: 'Try it' }).click()
    await card.getByText('0 of 2 names resolved').waitFor()
    expect(await card.getByText('did not answer').count()).toBe(2)
  })

  test('rule: with a delay, the card says which root counts until when, the activity who changed what, and the doctor what waits', async () => {
    const { file, context } = sandbox
    for (const host of hosts) host.setFault(undefined)
    await sendAsOwner(
      sandbox,
      { chainId: 1, resolver: file.chains[1].resolver },
      { functionName: 'setHeartbeat', args: [privateKeyToAccount(key).address, 86_400] },
    )
    await issueName(sandbox, { label: 'next' })
    await context.store.db.updateTable('anchors').set({ dueAt: 0 }).execute()
    await anchorNow()
    // The service may have been first.
    await expect.poll(async () => (await readAnchor()).countsFrom).not.toBeNull()
    const { contract, published, countsFrom } = await readAnchor()
    expect(contract?.zone?.root).not.toBe(published?.root)
    expect(Date.parse(countsFrom ?? '') - Date.parse(published?.beatAt ?? '')).toBe(86_400_000)
    const opened = await revisitSignedIn(browser(), sandbox, path, { width: 1280 })
    const { page } = opened
    const card = page.getByRole('region', { name: 'If this server vanished now' })
    await card
      .getByText(/^These files count from .* on, at the latest; until then those before them do/)
      .waitFor()
    await card.getByText('Each name resolves to the same now.').waitFor()
    await assertWellFormed(opened)

    await page.goto(`${file.url}${path}/activity`)
    await page.getByText('Publishing as files began by').waitFor()
    await page.getByText('Publishing as files changed by the service').first().waitFor()
    await assertWellFormed(opened)

    await page.goto(`${file.url}/console/doctor?name=demo.eth&chainId=1`)
    await page.getByText(/^\d+ steps fine$/).click()
    const root = page.getByRole('listitem').filter({ hasText: 'Is the published root the one that counts?' })
    await root.getByText('What was asked').click()
    await root.getByText(/0x[0-9a-f]{64} counts; 0x[0-9a-f]{64} waits until .* at the latest$/).waitFor()
    await assertWellFormed(opened)
  })
})
