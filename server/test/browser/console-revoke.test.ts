import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser } from '../support/browser/browser.ts'
import { visitSignedIn } from '../support/browser/console.ts'
import { chooseWallet, issueName } from '../support/browser/pages.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'
import { waitUntil } from '../support/wait-until.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const statusOf = async (label: string) =>
  (await sandbox.call('GET', `/byname/v1/names/${label}.demo.eth?chainId=1`)).status

describeInBrowser('Revoking names in the console', (browser) => {
  /** Issues names and opens the list of them. */
  const openWith = async (labels: readonly string[], search: string) => {
    for (const label of labels) await issueName(sandbox, { label })
    const opened = await visitSignedIn(browser(), sandbox, `/console/domains/1/demo.eth/names${search}`)
    await opened.page.getByRole('button', { name: `${labels[0]}.demo.eth` }).waitFor()
    return opened
  }

  test('rule: a name is revoked after ten seconds, until when it is marked and kept by "Undo"', async () => {
    const opened = await openWith(['kept'], '?open=kept')
    const { page, problems } = opened
    await page.getByRole('complementary').getByRole('button', { name: 'Revoke…' }).click()
    await confirm(page)
    await page.getByText('kept.demo.eth will be revoked').first().waitFor()
    await page.getByRole('cell', { name: 'Will be revoked' }).waitFor()
    await page.getByText(/^in \d+ s$/).waitFor()
    await assertWellFormed(opened)
    expect(await statusOf('kept')).toBe(200)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Not revoked: kept.demo.eth').first().waitFor()
    await page.getByRole('cell', { name: 'Will be revoked' }).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'kept.demo.eth' }).click()
    await page.getByRole('complementary').getByRole('button', { name: 'Revoke…' }).click()
    await confirm(page)
    const begin = performance.now()
    await page.getByText('Revoked: kept.demo.eth', { exact: true }).first().waitFor()
    expect(performance.now() - begin).toBeGreaterThan(9_000)
    expect(await statusOf('kept')).toBe(404)
    expect(problems).toEqual([])
  })

  test('rule: several names that wait are revoked at once when the page is left', async () => {
    const { page } = await openWith(['left-1', 'left-2'], '?search=left')
    await page.getByLabel('Select all names that are loaded').check()
    await page.getByRole('button', { name: 'Revoke…' }).click()
    await confirm(page)
    await page.getByText('2 names will be revoked').first().waitFor()
    expect(await statusOf('left-1')).toBe(200)
    await page.goto('about:blank')
    await waitUntil('both are revoked', async () =>
      [await statusOf('left-1'), await statusOf('left-2')].every((status) => status === 404),
    )
  })

  test('a name that waits can be undone on another screen, and a further revocation sends it', async () => {
    const { page } = await openWith(['first', 'second'], '?open=first')
    await page.getByRole('complementary').getByRole('button', { name: 'Revoke…' }).click()
    await confirm(page)
    await page.getByRole('button', { name: 'second.demo.eth' }).click()
    await page.getByRole('complementary').getByRole('button', { name: 'Revoke…' }).click()
    await confirm(page)
    await page.getByText('Revoked: first.demo.eth', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: 'Activity' }).first().click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Not revoked: second.demo.eth').first().waitFor()
    expect(await statusOf('first')).toBe(404)
    expect(await statusOf('second')).toBe(200)
  })

  test('rule: a sign-in over the page neither loses "Undo" nor sends the revocation meanwhile', async () => {
    const { page } = await openWith(['signed-1', 'signed-2'], '?open=signed-1')
    await page.getByRole('complementary').getByRole('button', { name: 'Revoke…' }).click()
    await confirm(page)
    await page.getByText('signed-1.demo.eth will be revoked').first().waitFor()
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Webhooks' }).first().click()
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
    await page.getByText('signed-1.demo.eth will be revoked').waitFor({ state: 'detached' })
    await signInAgain(page)
    await page.getByText('signed-1.demo.eth will be revoked').first().waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Not revoked: signed-1.demo.eth').first().waitFor()
    expect(await statusOf('signed-1')).toBe(200)
  })

  test('rule: a revocation whose session ends is sent after another sign-in', async () => {
    const { page } = await openWith(['ended'], '?open=ended')
    await page.getByRole('complementary').getByRole('button', { name: 'Revoke…' }).click()
    await confirm(page)
    await page.getByText('ended.demo.eth will be revoked').first().waitFor()
    await page.context().clearCookies()
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
    expect(await statusOf('ended')).toBe(200)
    await signInAgain(page)
    await page.getByText('Revoked: ended.demo.eth', { exact: true }).first().waitFor()
    expect(await statusOf('ended')).toBe(404)
  })

  test('a revocation that does not arrive is reported, and the name stays', async () => {
    const { page } = await openWith(['offline'], '?open=offline')
    await page.getByRole('complementary').getByRole('button', { name: 'Revoke…' }).click()
    await confirm(page)
    await page.getByText('offline.demo.eth will be revoked').first().waitFor()
    await page.context().route('**/byname/v1/names/batch?*', (route) => route.abort())
    await page.getByText('Not revoked: offline.demo.eth').first().waitFor()
    expect(await statusOf('offline')).toBe(200)
    await page.getByRole('cell', { name: 'Will be revoked' }).waitFor({ state: 'detached' })
  })
})

async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByRole('button', { name: 'Sign in with your wallet' }).click()
  await chooseWallet(page)
  await dialog.waitFor({ state: 'detached' })
}

function confirm(page: Page): Promise<void> {
  return page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
}
