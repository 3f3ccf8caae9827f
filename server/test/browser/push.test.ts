import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { chooseWallet, withWallet } from '../support/browser/pages.ts'
import { claimsPath, openClaims } from '../support/entities/claims.ts'
import { type PushBrowser, type PushService, startPushService } from '../support/events/push-service.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'
import { waitUntil } from '../support/wait-until.ts'

let pushService: PushService
let sandbox: TestSandbox
let claimUrl: string
const demo = { name: 'demo.eth', chainId: 1 } as const

beforeAll(async () => {
  pushService = await startPushService()
  sandbox = await startTestSandbox({ OUTBOUND_ALLOWED_ORIGINS: pushService.origin })
  claimUrl = `${sandbox.file.url}/claim/demo.eth`
  await openClaims({ call: sandbox.call, key: sandbox.file.apiKey }, demo, { needsApproval: true })
})
afterAll(async () => {
  await sandbox.stop()
  await pushService.close()
})

/** What the browser of the test does when the page subscribes: it has no push service of its own. */
type Subscribing = Pick<PushBrowser, 'subscription'> | 'fails' | 'unsupported'

/** In the page. Another key than that of the last subscription is refused, as by a browser. */
const replacePushManager = (subscribing: Subscribing) =>
  subscribing === 'unsupported'
    ? 'delete globalThis.PushManager'
    : `{
        let earlierKey = 'of an earlier service'
        PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
          if (${subscribing === 'fails'}) throw new DOMException('push service error', 'AbortError')
          earlierKey ??= applicationServerKey
          if (earlierKey !== applicationServerKey) throw new DOMException('another key', 'InvalidStateError')
          return { toJSON: () => (${JSON.stringify(subscribing === 'fails' ? null : subscribing.subscription)}) }
        }
        PushManager.prototype.getSubscription = async () => ({
          unsubscribe: async () => void (earlierKey = undefined),
        })
      }`

function withPush(
  index: number,
  subscribing: Subscribing,
  permission: 'granted' | 'denied' | 'default' = 'granted',
) {
  const wallet = withWallet(sandbox, index)
  const prepare = async (context: BrowserContext) => {
    await wallet.prepare(context)
    await context.addInitScript(replacePushManager(subscribing))
    await context.addInitScript(`Notification.requestPermission = async () => '${permission}'`)
    await context.grantPermissions(['notifications'], { origin: sandbox.file.url })
  }
  return { prepare }
}

describeInBrowser('A notification with the answer', (browser) => {
  const ask = async (page: Page, label: string) => {
    await page.getByLabel('Your name').fill(label)
    await page.getByText('Free').waitFor()
    await page.getByRole('button', { name: /^Claim / }).click()
    await chooseWallet(page)
    await page.getByText('The owner of the domain decides.').waitFor()
  }

  const decide = async (label: string, verb: 'approve' | 'decline', comment: string) => {
    const headers = { 'x-api-key': sandbox.file.apiKey }
    const path = `${claimsPath(demo)}?chainId=1`
    const pending = dataOf<{ readonly data: readonly { id: string; name: string }[] }>(
      await sandbox.call('GET', path, { headers }),
    )
    const id = pending.data.find(({ name }) => name === `${label}.demo.eth`)?.id
    const decided = `${claimsPath(demo)}/${id}/${verb}?chainId=1`
    dataOf(await sandbox.call('POST', decided, { headers, body: { comment } }))
    return id
  }

  test('it is allowed by a press, shown by the worker in the language of the page, and leads to the name', async () => {
    const target = pushService.subscribe()
    const opened = await visit(browser(), `${claimUrl}?lang=de`, withPush(2, target))
    const { page, problems } = opened
    await page.getByLabel('Dein Name').fill('river')
    await page.getByRole('button', { name: /river/ }).click()
    await chooseWallet(page)
    const session = await page.context().newCDPSession(page)
    const registered = registrationOf(session)
    await page.getByRole('button', { name: 'In diesem Browser Bescheid geben' }).click()
    await page.getByText('Die Antwort erscheint als Benachrichtigung').waitFor()
    await assertWellFormed(opened)
    const id = await decide('river', 'approve', 'Willkommen')
    await waitUntil('the push arrives', () => target.pushes.length > 0)

    const [worker] = page.context().serviceWorkers()
    if (!worker) throw new Error('The worker runs.')
    await worker.evaluate(recordNotifications)
    const [push] = target.pushes
    const data = JSON.stringify(push?.message)
    const origin = sandbox.file.url
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
    const shown = () => worker.evaluate<readonly object[]>('notifications')
    await waitUntil('the notification is shown', async () => (await shown()).length > 0)
    const path = '/n/river.demo.eth?chainId=1&lang=de'
    expect(await shown()).toEqual([
      {
        title: 'river.demo.eth gehört dir',
        body: 'Der Inhaber von demo.eth hat deiner Anfrage zugestimmt.\nKommentar des Inhabers: “Willkommen”',
        ...{ lang: 'de', dir: 'ltr', tag: id, icon: '/icon-192.png', data: path },
      },
    ])
    await worker.evaluate(pressNotification)
    expect(await worker.evaluate('opened')).toEqual([path])
    await page.goto(`${origin}${path}`)
    await page.getByRole('heading', { name: 'river.demo.eth' }).waitFor()
    expect(problems).toEqual([])
  })

  test('it is left beside an e-mail address at the list of names, and turned off', async () => {
    const { prepare } = withPush(3, pushService.subscribe())
    const opened = await visit(browser(), claimUrl, { prepare })
    const { page, problems } = opened
    await ask(page, 'lake')
    await page.goto(`${sandbox.file.url}/me`)
    const card = page.getByRole('article')
    await card.getByRole('button', { name: 'Tell me in this browser' }).click()
    await card.getByText('The answer will be shown as a notification').waitFor()
    await card.getByRole('button', { name: 'Tell me by e-mail' }).click()
    await card.getByLabel('E-mail address').fill('member@example.com')
    await card.getByRole('button', { name: 'Tell me', exact: true }).click()
    await card.getByText('m…@e….com').waitFor()
    await assertWellFormed(opened)
    await card.getByRole('button', { name: 'Turn the notification off' }).click()
    await card.getByRole('button', { name: 'Tell me in this browser' }).waitFor()
    expect(await card.getByText('m…@e….com').count()).toBe(1)
    expect(problems).toEqual([])
  })

  test.each([
    ['blocked', { permission: 'denied' }, 'Notifications of this page are blocked.'],
    ['dismissed', { permission: 'default' }, 'Notifications were not allowed.'],
    ['unsupported', { subscribing: 'unsupported' }, 'This browser cannot show notifications of websites.'],
    ['unreachable', { subscribing: 'fails' }, 'The browser did not reach its notification service.'],
  ] as const)('%s: the page explains it beside the button, and offers mail', async (label, how, text) => {
    const { subscribing, permission } = {
      subscribing: pushService.subscribe(),
      permission: 'granted',
      ...how,
    } as const
    const opened = await visit(browser(), claimUrl, withPush(4, subscribing, permission))
    const { page } = opened
    await ask(page, label)
    await page.getByRole('button', { name: 'Tell me in this browser' }).click()
    await page.getByText('The notification was not set up.').waitFor()
    await page.getByText(text).waitFor()
    await page.getByText('You can leave an e-mail address instead.').waitFor()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Tell me by e-mail' }).waitFor()
  })
})

/** Id of the worker, once it is registered. */
async function registrationOf(session: CDPSession): Promise<string> {
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated')
      if (active) resolve(active.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  return registered
}

/** In the worker: this browser shows no notifications, and opens windows for persons alone. */
const recordNotifications = `
  globalThis.notifications = []
  globalThis.opened = []
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
    void notifications.push({ title, ...options })
  Clients.prototype.openWindow = async (url) => void opened.push(url)
  notifications.length`

/** In the worker. */
const pressNotification = `
  dispatchEvent(Object.assign(new Event('notificationclick'), {
    notification: { close: () => {}, data: notifications[0].data },
    waitUntil: () => {},
  }))`
