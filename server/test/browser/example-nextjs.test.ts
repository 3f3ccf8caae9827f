import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { env, execPath } from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { describeInBrowser, visit } from '../support/browser/browser.ts'
import { issueName, withWallet } from '../support/browser/pages.ts'
import { findFreePorts } from '../support/http/deployed-proxy.ts'
import { startTestSandbox } from '../support/service/sandbox.ts'

const root = fileURLToPath(new URL('../../../examples/nextjs', import.meta.url))

/** Of `npm run examples`, which builds it: it is no part of `npm ci`. */
const isBuilt = existsSync(`${root}/.next/BUILD_ID`)

async function serveNext(serviceUrl: string): Promise<string> {
  const [port = 0] = await findFreePorts(1)
  const url = `http://localhost:${port}`
  const settings = {
    APP_URL: url,
    BYNAME_URL: serviceUrl,
    SESSION_SECRET: 'secret'.repeat(6),
    NODE_ENV: 'production',
  }
  const server = spawn(execPath, [`${root}/node_modules/next/dist/bin/next`, 'start', '--port', `${port}`], {
    cwd: root,
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    server.kill()
    await once(server, 'exit')
  })
  for await (const line of createInterface(server.stdout)) if (line.includes('Ready')) break
  server.stdout.resume()
  return url
}

describeInBrowser('The example of Next.js', (browser) => {
  test.skipIf(!isBuilt)('a visitor signs in by the name of the wallet, and out', async () => {
    const sandbox = await startTestSandbox()
    onTestFinished(() => sandbox.stop())
    const url = await serveNext(sandbox.file.url)
    const { page, problems } = await visit(browser(), url, withWallet(sandbox, 1))
    const signIn = page.getByRole('button', { name: 'Sign in' })
    await signIn.click()
    await page.getByRole('alert').getByText('This wallet has no name.').waitFor()

    await issueName(sandbox, { label: 'alice', text: [{ key: 'description', value: 'Issued in a test' }] })
    await signIn.click()
    await page.getByRole('heading', { name: 'Hello, alice.demo.eth' }).waitFor()
    await page.getByText('Issued in a test').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Hello, alice.demo.eth' }).waitFor()

    const html = await page.evaluate(async () => (await fetch('/')).text())
    expect(html).toContain('Issued in a test')

    const [{ value } = { value: '' }] = await page.context().cookies(url)
    expect(value).not.toContain('alice')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn.waitFor()
    const forged = `${value.slice(0, -30)}AAAAAAAAAA${value.slice(-20)}`
    await page.context().addCookies([{ name: 'session', value: forged, url }])
    await page.reload()
    await signIn.waitFor()
    expect(problems).toEqual([])
  })
})
