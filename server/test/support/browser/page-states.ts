import type { Page } from 'playwright-core'
import { writeApiRequests } from '../../../src/core/api-requests.ts'
import { sealInState, sealLabel } from '../chain/seal-states.ts'
import { dataOf } from '../http/api-client.ts'
import { type TestSandbox, user } from '../service/sandbox.ts'
import { chooseWallet, issueName } from './pages.ts'

/** What a visitor may have before them. */
export interface PageState {
  readonly path: string
  /** Absent: the page shows it. */
  readonly open?: (page: Page) => Promise<unknown>
  /** Text that the page has when it is complete. */
  readonly shows: string
  /** Absent: anyone, with a wallet. `console`: user 0, the operator, signed in. */
  readonly visitor?: 'console' | 'without-wallet'
}

const domain = '/console/domains/1/demo.eth'
const inWorkspace = (screen: string) => `/console/workspaces/{workspaceId}/${screen}`
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const edit = async (page: Page) => {
  await press('It is mine: edit')(page)
  await chooseWallet(page)
  await page.getByLabel('Display name').waitFor()
}

const editAndPress = (name: string) => async (page: Page) => {
  await edit(page)
  await press(name)(page)
}

const editAndReview = async (page: Page) => {
  await edit(page)
  await page.getByLabel('Display name').fill('Signed')
  await press('Review and sign')(page)
}

const transfer = async (page: Page) => {
  await editAndPress('Transfer')(page)
  await page.getByLabel('Address or ENS name of the new holder').fill(`0x${'12'.repeat(20)}`)
  await press('Transfer it')(page)
}

const type = (label: string) => async (page: Page) => {
  await page.getByLabel('Your name').fill(label)
}

const typeAndConnect = async (page: Page) => {
  await type('zoomed')(page)
  await page.getByText('Free').waitFor()
  await press(/^Claim /)(page)
}

/** A label that is sealed for the visitor. */
const typeSealed = async (page: Page) => {
  await type('sealed-for-you')(page)
  await press('Is it for you? Connect your wallet')(page)
  await chooseWallet(page)
  await page.getByRole('button', { name: 'Accept it' }).waitFor()
}

const claim = async (page: Page) => {
  await typeAndConnect(page)
  await chooseWallet(page)
}

/** Where an app of this device sends a person who connects it. */
export const authorizePath = `/console/authorize?${new URLSearchParams({
  response_type: 'code',
  client_id: 'https://agents.example/client.json',
  redirect_uri: 'http://127.0.0.1:43210/callback',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  scope: 'names:write names:revoke',
  state: 'of the app',
})}`

/** The document of the client is at another host: the page gets the response that the service would give. */
export const describeApp = async (page: Page) => {
  await page.route('**/oauth/client?*', (route) =>
    route.fulfill({ json: { name: 'Agents of Acme', host: 'agents.example', redirect: 'this-device' } }),
  )
  await page.reload()
  await page.getByText('Agents of Acme').waitFor()
}

const publicStates: Readonly<Record<string, PageState>> = {
  'the home page': { path: '/', shows: 'demo.eth' },
  'the claim page': { path: '/claim/demo.eth', shows: 'Your name' },
  'the whole words of an owner': {
    path: '/claim/demo.eth',
    open: (page) => page.getByText('We live along').click(),
    shows: 'Your name',
  },
  'a free label': { path: '/claim/demo.eth', open: type('zoomed'), shows: 'Free' },
  'a taken label': { path: '/claim/demo.eth', open: type('stated'), shows: 'Taken' },
  'the choice of a wallet': { path: '/claim/demo.eth', open: typeAndConnect, shows: 'Sandbox account 0' },
  'the choice without a wallet': {
    path: '/claim/demo.eth',
    open: typeAndConnect,
    shows: 'Create one with a passkey',
    visitor: 'without-wallet',
  },
  'what a wallet is': {
    path: '/claim/demo.eth',
    open: async (page) => {
      await typeAndConnect(page)
      await press('I have no wallet')(page)
    },
    shows: 'What is a wallet?',
    visitor: 'without-wallet',
  },
  'a label that is sealed': {
    path: '/claim/demo.eth',
    open: type('sealed-for-you'),
    shows: 'This name is reserved, perhaps for you.',
  },
  'a label that is sealed for the visitor': {
    path: '/claim/demo.eth',
    open: typeSealed,
    shows: 'Reserved for your wallet',
  },
  'what claims a sealed name': {
    path: '/claim/demo.eth',
    open: async (page) => {
      await typeSealed(page)
      await press('Accept it')(page)
    },
    shows: 'Counts until',
  },
  'a label that a passkey holds': {
    path: '/claim/demo.eth',
    open: type('sealed-for-passkey'),
    shows: 'This name is reserved for a passkey',
  },
  'what a passkey signs': {
    path: '/claim/demo.eth',
    open: async (page) => {
      await type('sealed-for-passkey')(page)
      await press('Is it yours? Use your passkey')(page)
      await page
        .getByRole('dialog')
        .getByLabel('Where what is sent')
        .fill(`0x${'12'.repeat(20)}`)
    },
    shows: 'Counts until',
  },
  'a claimed name': { path: '/claim/demo.eth', open: claim, shows: 'Sends to' },
  'a request that waits': {
    path: '/claim/demo.eth?chainId=11155111',
    open: async (page) => {
      await claim(page)
      await press('Tell me in this browser')(page)
    },
    // This browser has no notifications.
    shows: 'The notification was not set up.',
  },
  'a profile': { path: '/n/stated.demo.eth', shows: 'Sends to' },
  'a sealed profile': { path: '/n/sealed.demo.eth', shows: 'Sends to' },
  'a sealed profile that has ended': { path: '/n/ended.demo.eth', shows: 'has expired' },
  'a sealed profile without a signature': { path: '/n/unsigned.demo.eth', shows: 'not signed anything' },
  'a code to pay': {
    path: '/n/stated.demo.eth',
    open: press(/^QR code of the Ethereum/),
    shows: '0x70997970',
  },
  'the editor of a profile': { path: '/n/stated.demo.eth', open: edit, shows: 'Display name' },
  'the primary name': {
    path: '/n/stated.demo.eth',
    open: editAndPress('Use as primary name'),
    shows: 'stated.demo.eth',
  },
  'a transfer': {
    path: '/n/stated.demo.eth',
    open: editAndPress('Transfer'),
    shows: 'Remove these addresses',
  },
  'a transferred name': { path: '/n/handed.demo.eth', open: transfer, shows: 'belongs to' },
  'a release': { path: '/n/stated.demo.eth', open: editAndPress('Release'), shows: 'To go on' },
  'what a holder signs': {
    path: '/n/sealed.demo.eth',
    open: editAndReview,
    shows: 'How long it counts',
  },
  'a signature that ends': {
    path: '/n/sealed.demo.eth',
    open: edit,
    shows: 'Sign the same for another year',
  },
  'the directory': { path: '/directory/demo.eth?chainId=1', shows: 'Members' },
  'a directory without a match': { path: '/directory/demo.eth?search=zzzz', shows: 'Show all members' },
  'my names': { path: '/me', shows: 'My names' },
  'names to sign again': {
    path: '/me',
    open: async (page) => {
      await press('Connect your wallet')(page)
      await chooseWallet(page)
    },
    shows: 'has expired',
  },
  'the messages for a holder': {
    path: '/me',
    open: async (page) => {
      await press('Connect your wallet')(page)
      await chooseWallet(page)
      await press('Show my requests and messages')(page)
    },
    shows: 'Message from',
  },
  'a page that is absent': { path: '/absent', shows: 'Nothing' },
  'the sign-in': { path: '/console', shows: 'Use an admin key' },
}

const onDomain = (screen: string, shows: string, name?: string | RegExp): PageState => ({
  path: `${domain}${screen}`,
  shows,
  visitor: 'console',
  ...(name !== undefined && { open: press(name) }),
})

const ofWorkspace = (screen: string, shows: string, name?: string | RegExp): PageState => ({
  path: inWorkspace(screen),
  shows,
  visitor: 'console',
  ...(name !== undefined && { open: press(name) }),
})

const consoleStates: Readonly<Record<string, PageState>> = {
  'the domains': { path: '/console', shows: 'Resolves here', visitor: 'console' },
  'a new workspace': {
    path: '/console',
    open: press('Open a workspace'),
    shows: 'Your domain',
    visitor: 'console',
  },
  'the overview': onDomain('', 'Points to'),
  'the names': onDomain('/names', 'stated'),
  'a new name': onDomain('/names', 'Address or ENS name', 'New name'),
  'the templates': {
    path: `${domain}/names`,
    open: async (page) => {
      await press('New name')(page)
      await press('Manage templates')(page)
    },
    shows: 'New template',
    visitor: 'console',
  },
  'an open name': onDomain('/names?open=stated', 'History'),
  'a message': onDomain('/names?open=stated', 'would get it', 'Leave a message for the holder'),
  'the import': onDomain('/import', 'CSV'),
  'a row to correct': {
    ...onDomain('/import', 'Why it is refused'),
    open: async (page) => {
      await page.getByLabel('Or paste rows').fill('name,address\ntwo words,0x12')
      await page.getByRole('button', { name: 'Read them' }).click()
      await page.getByRole('button', { name: 'Correct 1 row' }).click()
    },
  },
  'the source of names': onDomain('/arrive', 'File of names'),
  'the names of a service': {
    ...onDomain('/arrive', 'API key there'),
    open: async (page) => page.getByRole('radio', { name: /NameStone/ }).check(),
  },
  'the old gateway': onDomain('/arrive?step=compare', 'Its signers'),
  'what is left': onDomain('/arrive?step=rest', 'There is no old gateway'),
  'the claim page settings': onDomain('/claim-page', 'Advanced'),
  'the invitations': onDomain('/invitations', 'New invitation'),
  'a new invitation': onDomain('/invitations', 'Note', 'New invitation'),
  'the requests': onDomain('/requests', 'No wallet waits'),
  'the activity': onDomain('/activity', 'stated'),
  'an opened change': {
    ...onDomain('/activity?from=2026-01-01&kind=names', 'Before'),
    open: (page) => page.getByText('and 3 more').first().click(),
  },
  'an activity without changes': ofWorkspace('activity?by=wallet&kind=domains&last=24h', 'Nothing matches'),
  'the settings': onDomain('/settings', 'Delete demo.eth'),
  'a new host': onDomain('/settings', 'Add a host', 'Add a host'),
  'a deletion': onDomain('/settings', 'to confirm', 'Delete demo.eth'),
  'an app that asks for a key': {
    path: authorizePath,
    open: describeApp,
    shows: 'Agents of Acme',
    visitor: 'console',
  },
  'an app that asks wrongly': {
    path: '/console/authorize?response_type=token',
    shows: 'something else than a code',
    visitor: 'console',
  },
  'the keys': ofWorkspace('keys', 'New key'),
  'a new key': ofWorkspace('keys', 'Web pages', 'New key'),
  'a key that goes': ofWorkspace('keys', 'It is the last key that works.', /^Revoke /),
  'the members': ofWorkspace('members', 'Add a member'),
  'a new member': ofWorkspace('members', 'Address or ENS name', 'Add a member'),
  'the webhooks': ofWorkspace('webhooks', 'New webhook'),
  'a new webhook': ofWorkspace('webhooks', 'URL', 'New webhook'),
  'events that are sent again': ofWorkspace('webhooks', 'will be sent again', 'Send events again'),
  'the request log': ofWorkspace('requests', 'Request log'),
  'an opened request': {
    ...ofWorkspace('requests', 'Request id'),
    open: (page) => page.locator('summary').filter({ hasText: 'missing.eth' }).first().click(),
  },
  'a new domain': ofWorkspace('add-domain', 'domain'),
  'the doctor': { path: '/console/doctor', shows: 'Doctor', visitor: 'console' },
  'what is wrong with a name': {
    path: '/console/doctor?name=absent.demo.eth',
    shows: 'absent.demo.eth is not issued.',
    visitor: 'console',
  },
  'the sessions': { path: '/console/sessions', shows: 'This browser', visitor: 'console' },
  'the instance': { path: '/console/instance', shows: 'Add an operator', visitor: 'console' },
  'the command palette': {
    path: domain,
    open: async (page) => {
      await page.getByText('Points to').waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    },
    shows: 'Claim page',
    visitor: 'console',
  },
  'the shortcuts': {
    path: domain,
    open: async (page) => {
      await page.getByText('Points to').waitFor()
      await page.keyboard.press('?')
    },
    shows: 'Shortcuts',
    visitor: 'console',
  },
  'the account menu': { path: domain, open: press('Account'), shows: 'Sign out', visitor: 'console' },
}

export const pageStates = { ...publicStates, ...consoleStates }

/** The names, the template, the webhook and the request that the states show. */
export async function prepareStates(sandbox: TestSandbox): Promise<void> {
  await issueName(sandbox, {
    label: 'stated',
    coinTypes: [60, 2147483658],
    others: [{ coinType: 0, address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }],
    text: [
      { key: 'description', value: 'Walks by the sea and writes about what grows there.' },
      { key: 'com.github', value: 'stated' },
      { key: 'url', value: 'https://stated.example/a-page-with-a-long-address' },
    ],
  })
  await issueName(sandbox, { label: 'handed' })
  for (const [label, state] of [
    ['sealed', 'signed'],
    ['ended', 'ended'],
    ['unsigned', 'unsigned'],
  ] as const)
    await sealInState(sandbox, label, state)
  await sealLabel(sandbox, 'sealed-for-you', { holder: user(sandbox, 1).address })
  await sealLabel(sandbox, 'sealed-for-passkey', { holder: `0x${'a5'.repeat(20)}`, kind: 'passkey' })
  const headers = { 'x-api-key': sandbox.file.apiKey }
  const words = 'We live along the river, and keep its banks. '.repeat(12).trim()
  const shown = { branding: { directory: 'on', words } }
  dataOf(await sandbox.call('PATCH', '/byname/v1/domains/demo.eth?chainId=1', { headers, body: shown }))
  const needsApproval = { claims: 'open', needsApproval: true }
  const policy = '/byname/v1/domains/demo.eth/policy?chainId=11155111'
  dataOf(await sandbox.call('PATCH', policy, { headers, body: needsApproval }))
  const template = { name: 'Team', texts: [{ key: 'url', value: 'https://stated.example/{label}' }] }
  const templates = '/byname/v1/domains/demo.eth/templates?chainId=1'
  dataOf(await sandbox.call('POST', templates, { headers, body: template }), 201)
  const text = 'We meet on Friday at six by the old bridge. Bring a friend: stated.example'
  const messages = '/byname/v1/domains/demo.eth/messages?chainId=1'
  dataOf(await sandbox.call('POST', messages, { headers, body: { labels: ['stated'], text } }))
  const { workspaceId } = sandbox.file
  const webhook = { url: 'https://stated.example/hooks', workspaceId }
  dataOf(await sandbox.call('POST', '/byname/v1/webhooks', { headers, body: webhook }), 201)
  // The pictures are taken without the runner of the tests, which the other client tells of each error.
  await fetch(`${sandbox.file.url}/byname/v1/domains/missing.eth?chainId=1`, { headers })
  await writeApiRequests(sandbox.context)
}
