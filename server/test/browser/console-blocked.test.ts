import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser } from '../support/browser/browser.ts'
import { visitConsole } from '../support/browser/console.ts'
import { invite, issueName } from '../support/browser/pages.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'

/** A member of the workspace, who does not run the instance. */
const owner = 3
const domain = '/console/domains/1/demo.eth'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const path = `/byname/v1/workspaces/${sandbox.file.workspaceId}/members`
  const body = { member: user(sandbox, owner).address, role: 'owner' }
  dataOf(await sandbox.call('POST', path, { headers: { 'x-api-key': sandbox.file.adminKey }, body }), 201)
  await issueName(sandbox, { label: 'kept' })
  await invite(sandbox, { label: 'invited' })
})
afterAll(() => sandbox.stop())

describeInBrowser('A blocked domain in the console', (browser) => {
  const open = (path: string, index: number) => visitConsole(browser(), sandbox, path, { index })

  test('rule: blocking needs the name of the domain, and its owner then sees the reason and true counts on every screen', async () => {
    const operator = await open(`${domain}/settings`, 0)
    await block(operator.page, 'A complaint about trademarks.')

    const { names, claimedNames } = dataOf<{ names: number; claimedNames: number }>(
      await sandbox.call('GET', '/byname/v1/domains/demo.eth?chainId=1', {
        headers: { 'x-api-key': sandbox.file.apiKey },
      }),
    )
    expect(claimedNames).toBeGreaterThan(0)
    expect(names).toBeGreaterThan(claimedNames)
    const opened = await open(domain, owner)
    const { page } = opened
    const notice = page.getByRole('region', { name: 'Blocked' })
    const health = page.getByRole('region', { name: 'Health' })
    await health.getByText('Blocked by the operator').waitFor()
    expect(await page.getByRole('button', { name: 'Share claim page' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'New name' }).count()).toBe(0)
    const tile = (name: string) => page.getByRole('region', { name, exact: true })
    await tile('Names').getByText(`${names}`, { exact: true }).waitFor()
    await tile('Claimed').getByText(`${claimedNames}`, { exact: true }).waitFor()
    await tile('Claimed')
      .getByText(`${names - claimedNames} reserved`)
      .waitFor()
    for (const screen of ['Overview', 'Names', 'Claim page', 'Activity', 'Settings']) {
      await page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).first().click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await notice.getByText('demo.eth is blocked by the operator').waitFor()
      await notice.getByText('Nothing is deleted').waitFor()
      await notice.getByText('Reason: A complaint about trademarks.').waitFor()
    }
    await page.getByRole('navigation').getByRole('link', { name: 'Names', exact: true }).first().click()
    await page.getByText(`It has ${names} names: ${claimedNames} claimed`).waitFor()
    expect(await page.getByText('No name yet.').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'New name' }).count()).toBe(0)
    await assertWellFormed(opened)

    await operator.page.getByRole('button', { name: 'Unblock the domain' }).click()
    await operator.page.getByRole('dialog').getByRole('button', { name: 'Unblock the domain' }).click()
    await operator.page.getByText('demo.eth is not blocked any more.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'kept.demo.eth' }).waitFor()
    expect(await notice.count()).toBe(0)
  })
})

/** By the dialog, which needs the name. */
async function block(page: Page, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Block the domain' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Block the domain' })
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByLabel('Reason (optional)').fill(reason)
  await dialog.getByLabel('Type demo.eth to confirm').fill('demo.et')
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByLabel('Type demo.eth to confirm').fill('demo.eth')
  await confirm.click()
  await page.getByText('demo.eth is blocked.').waitFor()
}
