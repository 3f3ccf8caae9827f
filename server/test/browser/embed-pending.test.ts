import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { embeddingPage } from '../support/browser/embedding.ts'
import { type HostSite, startHostSite } from '../support/browser/host-site.ts'
import { issueName, withWallet } from '../support/browser/pages.ts'
import { claimsPath, endTakenClaims, openClaims } from '../support/entities/claims.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox
let site: HostSite
const demo = { name: 'demo.eth', chainId: 1 } as const

const headers = () => ({ 'x-api-key': sandbox.file.apiKey })

beforeAll(async () => {
  ;[sandbox, site] = await Promise.all([startTestSandbox(), startHostSite()])
  await openClaims({ call: sandbox.call, key: sandbox.file.apiKey }, demo, { needsApproval: true })
  const body = { allowedOrigins: [site.origin] }
  dataOf(await sandbox.call('PATCH', '/byname/v1/domains/demo.eth?chainId=1', { headers: headers(), body }))
})
afterAll(async () => {
  await Promise.all([sandbox.stop(), site.stop()])
})

const decideAll = async (verb: 'approve' | 'decline') => {
  const listed = await sandbox.call('GET', `${claimsPath(demo)}?chainId=1`, { headers: headers() })
  const { data } = dataOf<{ readonly data: readonly { readonly id: string }[] }>(listed)
  for (const { id } of data)
    dataOf(await sandbox.call('POST', `${claimsPath(demo)}/${id}/${verb}?chainId=1`, { headers: headers() }))
}

describeInBrowser('A claim at another site that waits for approval', (browser) => {
  const ask = async (page: Page, label: string) => {
    await page.getByLabel('Your name').fill(label)
    await page.getByText('Free', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Claim / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click()
    await page.getByText('The owner of the domain decides.').waitFor()
  }
  const open = async (user: number) =>
    visit(browser(), site.origin + site.add(embeddingPage(sandbox.file.url, {})), withWallet(sandbox, user))
  const stored = (page: Page) => page.evaluate<string>(`localStorage.getItem('byname-claims')`)

  test('it outlives a reload, leads to where the answer is asked for, and shows how it ended', async () => {
    const opened = await open(2)
    const { page, problems } = opened
    await ask(page, 'river')
    await assertWellFormed(opened)
    for (const [verb, answer] of [
      [undefined, 'Requested'],
      ['approve', 'It is yours'],
    ] as const) {
      if (verb) await decideAll(verb)
      await page.reload()
      await page.getByText(answer, { exact: true }).waitFor()
      await page.getByText('river.demo.eth').first().waitFor()
      await assertWellFormed(opened)
      const link = page.getByRole('link', {
        name: verb ? 'See the name' : 'Get a message with the answer at',
      })
      expect(await link.getAttribute('href')).toBe(
        `${sandbox.file.url}/${verb ? 'n/river.demo.eth' : 'claim/demo.eth'}`,
      )
    }
    await page.getByRole('button', { name: 'Claim another name' }).click()
    await ask(page, 'river-song')
    await decideAll('decline')
    await page.reload()
    await page.getByText('Declined', { exact: true }).waitFor()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Claim another name' }).click()
    await ask(page, 'river-delta')
    await issueName(sandbox, { label: 'river-delta', holder: 5 })
    await endTakenClaims(sandbox.context)
    await page.reload()
    await page.getByText('Given to another wallet', { exact: true }).waitFor()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Claim another name' }).click()
    await page.getByLabel('Your name').waitFor()
    await page.reload()
    await page.getByLabel('Your name').waitFor()
    expect([await stored(page), problems]).toEqual(['[]', []])
  })

  test('a withdrawn one is forgotten, and what else stands in the storage shows the form', async () => {
    const { page } = await open(3)
    await ask(page, 'lake')
    await page.getByRole('button', { name: 'Withdraw it' }).click()
    await page.getByText('You have withdrawn it.').waitFor()
    expect(await stored(page)).toBe('[]')
    for (const value of [
      ...['{', 'null', '"text"', '{"id":"x"}', '[null,7,"x",{"domain":"demo.eth","chainId":1}]'],
      '[{"id":"../../x","name":"lake.demo.eth","domain":"demo.eth","chainId":1}]',
      '[{"id":"019a0000-0000-7000-8000-000000000000","name":"lake.demo.eth","domain":"demo.eth","chainId":1}]',
    ]) {
      await page.evaluate(`localStorage.setItem('byname-claims', ${JSON.stringify(value)})`)
      await page.reload()
      await page.getByLabel('Your name').waitFor()
    }
  })

  test('rule: at most ten are kept, the newest first', async () => {
    const { page } = await open(4)
    const claims = Array.from({ length: 10 }, (_, number) => ({
      ...{ id: `old-${number}`, name: `old-${number}.other.eth`, domain: 'other.eth', chainId: 1 },
    }))
    await page.evaluate(`localStorage.setItem('byname-claims', '${JSON.stringify(claims)}')`)
    await ask(page, 'stream')
    const kept: readonly { readonly name: string }[] = JSON.parse(await stored(page))
    expect(Object.keys(kept[0] ?? {}).sort()).toEqual(['canFollow', 'chainId', 'domain', 'id', 'name'])
    expect(kept.map(({ name }) => name)).toEqual([
      'stream.demo.eth',
      ...claims.slice(0, 9).map(({ name }) => name),
    ])
  })
})
