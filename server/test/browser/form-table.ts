import type { Page } from 'playwright-core'
import { authorizePath, describeApp } from '../support/browser/page-states.ts'
import { chooseOption, chooseWallet } from '../support/browser/pages.ts'

export interface FilledForm {
  readonly path: string
  /** Shows the form; absent: the page shows it. */
  readonly open?: (page: Page) => Promise<unknown>
  readonly typed: Readonly<Record<string, string>>
  /** After the first attempt: what a wallet asks. */
  readonly choose?: (page: Page) => Promise<unknown>
  /** What did not happen. */
  readonly failure: string
  /** Absent: user 0, the operator, in the console. */
  readonly visitor?: 'public' | 'signed-out'
}

/** Path of the console. */
export const domain = '/console/domains/1/demo.eth'
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const edit = async (page: Page) => {
  await press('It is mine: edit')(page)
  await chooseWallet(page)
}
const editAndPress = (name: string) => async (page: Page) => {
  await edit(page)
  await press(name)(page)
}
const inWorkspace = (screen: string) => `/console/workspaces/{workspaceId}/${screen}`

/** Every form of the pages, by its name. */
export const forms: Readonly<Record<string, FilledForm>> = {
  rules: {
    path: `${domain}/claim-page`,
    open: async (page) => page.getByText('Advanced').click(),
    typed: { 'Minimum length': '4', 'Reserved labels': 'support\nteam', 'Names per wallet': '3' },
    failure: 'The rules were not saved.',
  },
  branding: {
    path: `${domain}/claim-page`,
    typed: { 'Name of the community': 'The demo', Links: 'Rules https://example.com/rules' },
    failure: 'The branding was not saved.',
  },
  'decide-claims': {
    path: '/console/domains/11155111/demo.eth/claim-page',
    open: press('Decline all…'),
    typed: { 'Comment (optional)': 'The list is full.' },
    failure: 'It was not decided.',
  },
  limit: { path: `${domain}/settings`, typed: { 'At most': '900' }, failure: 'The limit was not saved.' },
  'allowed-origins': {
    path: `${domain}/settings`,
    typed: { Hosts: 'app.example' },
    failure: 'The sites were not saved.',
  },
  caching: { path: `${domain}/settings`, typed: { Seconds: '5' }, failure: 'The time was not saved.' },
  'describe-host': {
    path: `${domain}/settings`,
    open: press('Add a host'),
    typed: { Host: 'names.acme.example' },
    failure: 'The host cannot be used.',
  },
  'new-host': {
    path: `${domain}/settings`,
    open: async (page) => {
      await press('Add a host')(page)
      await page.getByLabel('Host', { exact: true }).fill('names.acme.example')
      await press('Next')(page)
      await page.getByText('Show that the host is yours').waitFor()
    },
    typed: {},
    failure: 'It is not shown yet.',
  },
  'remove-host': {
    path: `${domain}/settings`,
    open: press('Remove shown.acme.example'),
    typed: {},
    failure: 'Nothing was changed.',
  },
  'move-domain': {
    path: `${domain}/settings`,
    open: (page) => chooseOption(page, 'Move to', 'Second'),
    typed: {},
    failure: 'The domain was not moved.',
  },
  subscription: {
    path: `${domain}/settings`,
    typed: { 'Names included': '800', 'Ends on': '2099-01-01' },
    failure: 'The subscription was not saved.',
  },
  'block-domain': {
    path: `${domain}/settings`,
    open: press('Block the domain'),
    typed: { 'Reason (optional)': 'Spam.', 'Type demo.eth to confirm': 'demo.eth' },
    failure: 'Nothing was changed.',
  },
  'unblock-domain': {
    path: '/console/domains/1/blocked.eth/settings',
    open: press('Unblock the domain'),
    typed: {},
    failure: 'Nothing was changed.',
  },
  'delete-domain': {
    path: `${domain}/settings`,
    open: press('Delete demo.eth'),
    typed: { 'Type demo.eth to confirm': 'demo.eth' },
    failure: 'Nothing was changed.',
  },
  listing: {
    path: `${domain}/arrive`,
    open: async (page) => page.getByRole('radio', { name: /NameStone/ }).check(),
    typed: { 'Address of its API': 'https://names.example', 'API key there': 'secret' },
    failure: 'Nothing was read.',
  },
  'former-gateway': {
    path: `${domain}/arrive?step=compare`,
    typed: {
      'Address of its gateway': 'https://gateway.example/{sender}/{data}.json',
      'Its contract': `0x${'12'.repeat(20)}`,
      'Its signers': `0x${'34'.repeat(20)}`,
    },
    failure: 'The old gateway was not saved.',
  },
  compare: {
    path: '/console/domains/11155111/demo.eth/arrive?step=compare',
    typed: { Names: 'alice' },
    failure: 'They were not compared.',
  },
  'remove-former-gateway': {
    path: '/console/domains/11155111/demo.eth/arrive?step=rest',
    open: press('Remove the old gateway'),
    typed: {},
    failure: 'Nothing was changed.',
  },
  'new-name': {
    path: `${domain}/names`,
    open: press('New name'),
    typed: { Name: 'typed', 'Address or ENS name of the holder': `0x${'12'.repeat(20)}` },
    failure: 'The name was not issued.',
  },
  'name-notes': {
    path: `${domain}/names?open=typed-records`,
    open: press('Edit the tags and the note'),
    typed: { 'Note for the workspace': 'Paid until May.', 'Add a tag': 'vip' },
    failure: 'The tags and the note were not saved.',
  },
  'bulk-notes': {
    path: `${domain}/names`,
    open: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select .*demo\.eth$/ })
        .first()
        .check()
      await press('Add tags')(page)
    },
    typed: { 'Tag to add': 'vip' },
    failure: 'Not all names were changed.',
  },
  message: {
    path: `${domain}/names?open=typed-records`,
    open: async (page) => {
      await press('Leave a message for the holder')(page)
      await page.getByText('would get it').waitFor()
    },
    typed: { Message: 'We meet on Friday.' },
    failure: 'The message was not left.',
  },
  template: {
    path: `${domain}/names`,
    open: async (page) => {
      await press('Templates')(page)
      await press('New template')(page)
      await page.locator('summary').filter({ hasText: 'Profile' }).click()
    },
    typed: { 'Name of the template': 'Team', Website: 'https://acme.example/{label}' },
    failure: 'The template was not saved.',
  },
  'delete-template': {
    path: `${domain}/names`,
    open: async (page) => {
      await press('Templates')(page)
      await press('Delete Kept')(page)
    },
    typed: {},
    failure: 'Nothing was changed.',
  },
  'new-invitation': {
    path: `${domain}/invitations`,
    open: press('New invitation'),
    typed: { Note: 'For the meetup' },
    failure: 'No invitation was made.',
  },
  'revoke-invitation': {
    path: `${domain}/invitations`,
    open: press(/^Revoke the invitation/),
    typed: {},
    failure: 'Nothing was changed.',
  },
  'first-name': {
    path: inWorkspace('add-domain?domain=demo.eth&chainId=1'),
    typed: { Label: 'typed', 'For the wallet': `0x${'12'.repeat(20)}` },
    failure: 'The name was not issued.',
  },
  authorize: {
    path: authorizePath,
    open: describeApp,
    typed: {},
    failure: 'The app was not connected.',
  },
  'new-key': {
    path: inWorkspace('keys'),
    open: press('New key'),
    typed: { Name: 'shop', 'Web pages that may use it': 'https://app.example' },
    failure: 'The key was not created.',
  },
  'rotate-key': {
    path: inWorkspace('keys'),
    open: press(/^Replace /),
    typed: {},
    failure: 'The key was not replaced.',
  },
  'revoke-key': {
    path: inWorkspace('keys'),
    open: press(/^Revoke /),
    typed: {},
    failure: 'Nothing was changed.',
  },
  'new-member': {
    path: inWorkspace('members'),
    open: press('Add a member'),
    typed: { 'Address or ENS name': `0x${'12'.repeat(20)}` },
    failure: 'No member was added.',
  },
  'remove-member': {
    path: inWorkspace('members'),
    open: press('Remove'),
    typed: {},
    failure: 'Nothing was changed.',
  },
  'new-webhook': {
    path: inWorkspace('webhooks'),
    open: press('New webhook'),
    typed: { URL: 'https://app.example/hooks', Note: 'shop' },
    failure: 'The webhook was not created.',
  },
  'replay-events': {
    path: inWorkspace('webhooks'),
    open: press('Send events again'),
    typed: {},
    failure: 'Nothing was sent again.',
  },
  'delete-webhook': {
    path: inWorkspace('webhooks'),
    open: press('Delete'),
    typed: {},
    failure: 'Nothing was changed.',
  },
  'new-workspace': {
    path: '/console',
    open: press('Open a workspace'),
    typed: { 'Name of the workspace': 'Typed', 'Your domain': 'typed.eth' },
    failure: 'No workspace was opened.',
  },
  'start-anchor': { path: domain, typed: {}, failure: 'It was not switched on.' },
  'new-operator': {
    path: '/console/instance',
    typed: { 'Add an operator': `0x${'12'.repeat(20)}` },
    failure: 'The operator was not added.',
  },
  'admin-key': {
    path: '/console',
    open: (page) => page.getByText('Use an admin key instead').click(),
    typed: { 'Admin key': 'typed' },
    failure: 'You are not signed in.',
    visitor: 'signed-out',
  },
  claim: {
    path: '/claim/demo.eth',
    typed: { 'Your name': 'typed-label' },
    choose: async (page) => {
      // The label is asked for again twice: for this wallet, and after the refusal.
      let asked = 0
      const settled = page.waitForEvent('requestfinished', {
        predicate: (request) => request.url().includes('/subname/available') && ++asked === 2,
      })
      await chooseWallet(page)
      await settled
    },
    failure: 'You don’t have the name yet.',
    visitor: 'public',
  },
  notice: {
    path: '/me',
    open: async (page) => {
      await press('Connect your wallet')(page)
      await chooseWallet(page)
      await press('Show my requests')(page)
      await press('Tell me by e-mail')(page)
    },
    typed: { 'E-mail address': 'member@example.com' },
    failure: 'The address was not saved.',
    visitor: 'public',
  },
  records: {
    path: '/n/typed-records.demo.eth',
    open: edit,
    typed: { 'Display name': 'Typed', Website: 'https://typed.example' },
    failure: 'Nothing was saved.',
    visitor: 'public',
  },
  'sealed-set': {
    path: '/n/sealed-records.demo.eth',
    open: async (page) => {
      await edit(page)
      await page.getByLabel('Display name').fill('Signed')
      await press('Review and sign')(page)
      await page.getByText('Counts until').waitFor()
    },
    typed: {},
    failure: 'Nothing was saved.',
    visitor: 'public',
  },
  'sealed-claim': {
    path: '/claim/demo.eth?label=sealed-claim',
    open: async (page) => {
      await press('Is it for you? Connect your wallet')(page)
      await chooseWallet(page)
      await press('Accept it')(page)
      await page.getByText('Counts until').waitFor()
    },
    typed: {},
    failure: 'You don’t have the name yet.',
    visitor: 'public',
  },
  transfer: {
    path: '/n/typed-records.demo.eth',
    open: editAndPress('Transfer'),
    typed: { 'Address or ENS name of the new holder': `0x${'12'.repeat(20)}` },
    failure: 'It was not transferred.',
    visitor: 'public',
  },
  release: {
    path: '/n/typed-records.demo.eth',
    open: editAndPress('Release'),
    typed: { 'To go on, type typed-records.demo.eth': 'typed-records.demo.eth' },
    failure: 'It was not released.',
    visitor: 'public',
  },
}
