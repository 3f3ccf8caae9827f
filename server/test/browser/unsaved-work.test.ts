import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser } from '../support/browser/browser.ts'
import { visitSignedIn } from '../support/browser/console.ts'
import { chooseWallet, issueName } from '../support/browser/pages.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

const domain = '/console/domains/1/demo.eth'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

describeInBrowser('Work that is not saved', (browser) => {
  const open = (path: string) => visitSignedIn(browser(), sandbox, path)

  test('rule: a form that is left with something typed asks first, and is left when that is chosen', async () => {
    const opened = await open(`${domain}/settings`)
    const { page, problems } = opened
    await page.getByLabel('At most').fill('321')
    await page.getByRole('link', { name: 'Activity' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.waitFor()
    await assertWellFormed(opened)
    await page.setViewportSize({ width: 1280, height: 780 })
    await dialog.getByRole('button', { name: 'Stay here' }).click()
    expect(await page.getByLabel('At most').inputValue()).toBe('321')
    await page.getByRole('link', { name: 'Activity' }).first().click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
    expect(problems).toEqual([])
  })

  test('rule: a saved form is left without a question', async () => {
    const { page } = await open(`${domain}/settings`)
    await page.getByLabel('At most').fill('900')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByText('The limit is saved.').waitFor()
    await page.getByRole('link', { name: 'Activity' }).first().click()
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
  })

  test('rule: texts and rules of the claim page are restored with a note, on other screens and after a reload', async () => {
    const { page, problems } = await open(`${domain}/claim-page`)
    await page.getByLabel('Name of the community').fill('Not saved')
    await page.getByLabel('Minimum length').fill('4')
    await page.getByRole('link', { name: 'Activity' }).first().click()
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Claim page' }).first().click()
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload()
      await page.getByText('Restored: what you typed here earlier').nth(1).waitFor()
      expect(await page.getByLabel('Name of the community').inputValue()).toBe('Not saved')
      expect(await page.getByLabel('Minimum length').inputValue()).toBe('4')
    }
    const discard = page.getByRole('button', { name: 'Discard the changes' })
    await discard.nth(1).click()
    await discard.click()
    await page.reload()
    await page.getByLabel('Name of the community').waitFor()
    expect(await page.getByLabel('Name of the community').inputValue()).toBe('')
    expect(await page.getByText('Restored').count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('rule: what is typed of a name is restored when its editor is opened again', async () => {
    const name = await issueName(sandbox, { label: 'edited', holder: 0 })
    const { page } = await open(`${domain}/names?open=edited`)
    const panel = page.getByRole('complementary', { name })
    const edit = async () => {
      await panel.getByRole('button', { name: 'It is mine: edit' }).click()
      await chooseWallet(page)
    }
    await edit()
    await panel.getByLabel('Display name').fill('Not saved')
    await page.getByRole('link', { name: 'Activity' }).first().click()
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
    await page.goBack()
    await edit()
    expect(await panel.getByLabel('Display name').inputValue()).toBe('Not saved')
    await panel.getByText('restored: what you typed here earlier is not saved yet').waitFor()
  })

  test('rule: rules that were saved in another tab are not overwritten unseen: the form has both', async () => {
    const { page } = await open(`${domain}/claim-page`)
    await page.getByLabel('Minimum length').fill('3')
    const path = '/byname/v1/domains/demo.eth/policy?chainId=1'
    const headers = { 'x-api-key': sandbox.file.apiKey }
    dataOf(await sandbox.call('PATCH', path, { headers, body: { maxLength: 40 } }))
    await page.getByRole('button', { name: 'Save the rules' }).click()
    await page.getByRole('alert').filter({ hasText: 'The rules were changed elsewhere' }).waitFor()
    await expect.poll(() => page.getByLabel('Maximum length').inputValue()).toBe('40')
    expect(await page.getByLabel('Minimum length').inputValue()).toBe('3')
    await page.getByRole('button', { name: 'Save the rules' }).click()
    await page.getByText('The rules are saved.').waitFor()
    expect(dataOf(await sandbox.call('GET', path, { headers }))).toMatchObject({
      minLength: 3,
      maxLength: 40,
    })
  })

  test('rule: a session that ends in a form opens the sign-in over it, and what was sent is sent again', async () => {
    const opened = await open(`${domain}/settings`)
    const { page } = opened
    await page.getByLabel('At most').fill('654')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByRole('button', { name: 'Sign in with your wallet' }).click()
    await page
      .getByRole('dialog', { name: 'Choose your wallet' })
      .getByRole('button', { name: 'Test Wallet' })
      .click()
    await page.getByText('The limit is saved.').waitFor()
    expect(await page.getByLabel('At most').inputValue()).toBe('654')
    await dialog.waitFor({ state: 'detached' })
  })

  test('rule: offline, a screen that is not loaded yet is a sentence, and opens when the network is back', async () => {
    const { page } = await open('/console/doctor')
    await page.getByRole('heading', { name: 'Doctor' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('link', { name: 'Your sessions' }).click()
    await page.getByText('You are offline, and this screen is not loaded yet.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('This browser').waitFor()
  })

  test('rule: offline, a search is a sentence, and is done when the network is back', async () => {
    const { page } = await open(`${domain}/names`)
    await page.getByRole('button', { name: 'New name' }).waitFor()
    await page.context().setOffline(true)
    await page.getByLabel('Search names').fill('ali')
    await page.getByText('The names were not read.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.context().setOffline(false)
    await page.getByText('No name is like that.').waitFor()
  })
})
