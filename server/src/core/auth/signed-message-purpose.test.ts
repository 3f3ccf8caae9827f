import { describe, expect, it } from 'vitest'
import {
  claimPurpose,
  exportPurpose,
  hasExactPurpose,
  hasPurpose,
  onboardingPurpose,
  purposeUri,
  releasePurpose,
  signInPurpose,
  transferPurpose,
  withdrawalPurpose,
} from './signed-message.ts'
import { parseSiweMessage } from './siwe.ts'

function messageWith(...resources: readonly string[]) {
  const message = parseSiweMessage(
    [
      'app.example wants you to sign in with your Ethereum account:',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '',
      'Sign in to byname:action/add-permission.',
      '',
      'URI: https://byname:443/',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: a1b2c3d4e5f6',
      'Issued At: 2026-01-02T03:04:05.678Z',
      'Resources:',
      ...resources.map((uri) => `- ${uri}`),
    ].join('\n'),
  )
  if (!message) throw new Error('The text is a message.')
  return message
}

describe('The purpose of a message', () => {
  it.each(['byname:action/add-permission', 'BYNAME:', 'bYnAmE:x', purposeUri('subname', 'ä.demo.eth')])(
    'rule: a message with the resource %s has a purpose, at any position',
    (uri) => {
      expect(hasPurpose(messageWith(uri))).toBe(true)
      expect(hasPurpose(messageWith('https://app.example/terms', uri))).toBe(true)
    },
  )

  it.each([
    ['no resource', []],
    ['a resource of another scheme', ['https://app.example/byname:action', 'bynames:x', 'x-byname:x']],
  ])('rule: a message with %s has no purpose, whatever its other fields', (_title, resources) =>
    expect(hasPurpose(messageWith(...resources))).toBe(false),
  )

  it('rule: a value is written into a resource in ASCII and without separators', () =>
    expect(purposeUri('subname', 'ä/b.eth')).toBe('byname:subname/%C3%A4%2Fb.eth'))

  it.each([
    ['a sign-in', signInPurpose, ['byname:action/sign-in']],
    ['an export', exportPurpose('acme.eth'), ['byname:action/export', 'byname:domain/acme.eth']],
    [
      'the onboarding of a domain',
      onboardingPurpose('acme.eth', 'w1'),
      ['byname:action/onboard-domain', 'byname:domain/acme.eth', 'byname:workspace/w1'],
    ],
    ['a claim', claimPurpose('a.demo.eth'), ['byname:action/claim', 'byname:name/a.demo.eth']],
    ['a withdrawal', withdrawalPurpose('c1'), ['byname:action/withdraw-claim', 'byname:claim/c1']],
    [
      'a transfer',
      transferPurpose('a.demo.eth', '0xab'),
      ['byname:action/transfer', 'byname:name/a.demo.eth', 'byname:to/0xab'],
    ],
    ['a release', releasePurpose('a.demo.eth'), ['byname:action/release', 'byname:name/a.demo.eth']],
  ])('rule: the resources of %s, in this order and without others', (_title, purpose, resources) => {
    expect(purpose).toEqual(resources)
    expect(hasExactPurpose(messageWith(...resources), purpose)).toBe(true)
    expect(hasExactPurpose(messageWith(...resources, 'https://app.example/terms'), purpose)).toBe(false)
    expect(hasExactPurpose(messageWith(...resources.slice(1)), purpose)).toBe(false)
    expect(hasExactPurpose(messageWith(...resources.with(0, 'byname:action/other')), purpose)).toBe(false)
  })
})
