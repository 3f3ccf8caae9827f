import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser } from '../support/browser/browser.ts'
import { visitConsole } from '../support/browser/console.ts'
import { chooseOption, chooseWallet } from '../support/browser/pages.ts'
import { faults } from '../support/doctor/faults.ts'
import { type DoctorScene, startDoctorScene } from '../support/doctor/scene.ts'

let scene: DoctorScene

beforeAll(async () => {
  scene = await startDoctorScene()
})
afterAll(() => scene.stop())

describeInBrowser('The doctor in the console', (browser) => {
  test('rule: each planted fault is shown with its step, and is gone when the advice was followed', async () => {
    const { page, problems } = await visitConsole(browser(), scene.sandbox, '/console/doctor')
    for (const { title, step, status, problem, plant } of faults) {
      const { query, mend } = await plant(scene)
      await examine(page, query)
      const bad = page
        .getByRole('list', { name: 'Steps to mend' })
        .getByRole('listitem')
        .filter({ hasText: 'To mend it: ' })
      await bad.filter({ hasText: problem }).waitFor()
      expect(await page.getByRole('list', { name: 'Steps that are fine' }).count(), title).toBe(0)
      expect(await bad.count(), title).toBe(1)
      await bad.getByText('What was asked').click()
      expect(await bad.innerText(), title).toMatch(
        new RegExp(`^${words[status]}\\n+[^\\n]+\\?\\n[^]*Step: ${step}$`),
      )
      const { verdict } = await scene.diagnose(query)
      await page
        .getByRole(status === 'failed' ? 'alert' : 'status')
        .getByText(verdict, { exact: true })
        .waitFor()
      await examine(page, (await mend(await scene.diagnose(query))) ?? query)
      await page.getByText(/^\S+ resolves\.$/).waitFor()
    }
    expect(problems).toEqual([])
  })

  test('a domain that points elsewhere is pointed here from the finding, and examined again', async () => {
    const { sandbox } = scene
    const { devnet } = sandbox
    const opened = await visitConsole(browser(), sandbox, '/console/domains/1/demo.eth')
    const { page, problems } = opened
    await devnet.setResolver(1, 'demo.eth', devnet.addresses(1).publicResolver)
    await page.getByRole('link', { name: 'Run the doctor' }).click()
    await examine(page, { name: 'demo.eth', chainId: '1' })
    await page.getByRole('button', { name: 'Point demo.eth at this server' }).first().waitFor()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Point demo.eth at this server' }).first().click()
    await chooseWallet(page)
    await page.getByText(/^demo\.eth resolves[.,]/).waitFor()
    expect(problems).toEqual([])
  })
})

const words = { ok: 'Fine', warning: 'Warning', failed: 'Failed', skipped: 'Left out' } as const

async function examine(page: Page, { name, chainId }: { readonly name: string; readonly chainId: string }) {
  await page.getByLabel('A name').fill(name)
  await chooseOption(page, 'Network', chainId === '1' ? 'Ethereum' : 'Sepolia')
  await page.getByRole('button', { name: 'Examine it' }).click()
  await page.getByRole('button', { name: 'Examine it' }).and(page.locator(':enabled')).waitFor()
}
