import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultPolicySettings, type PolicySettings, policyRules, type TokenGate } from '../model/policy.ts'
import { evaluatePolicy, type PolicyAction, type PolicyFacts } from './rules.ts'

const tokenGate: TokenGate = {
  chainId: 1,
  standard: 'ERC-20',
  contract: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  tokenId: null,
  minimum: '5',
  isOncePerToken: true,
}

/** With it, each rule refuses, if those before do not. */
const strict: PolicySettings = {
  ...defaultPolicySettings,
  claims: 'open',
  opensAt: null,
  closesAt: 2000,
  minLength: 3,
  maxLength: 20,
  characters: 'letters-and-digits',
  blockedParts: ['official'],
  refuseProfanity: true,
  refuseLookalikes: true,
  namesPerWallet: 1,
  waitingDays: 1,
  isAllowListed: true,
  tokenGate,
}

interface Refusal {
  readonly policy?: Partial<PolicySettings>
  readonly label?: string
  readonly now?: number
  readonly tokenId?: string
  readonly facts?: PolicyFacts
}

/** What makes each rule refuse. */
const refusals: Readonly<Record<(typeof policyRules)[number], Refusal>> = {
  closed: { policy: { claims: 'closed' } },
  'not-open-yet': { policy: { opensAt: 1900 } },
  over: { policy: { closesAt: 900 } },
  'too-short': { policy: { minLength: 6 } },
  'too-long': { policy: { maxLength: 2 } },
  characters: { label: '-alice' },
  profanity: { label: 'shit' },
  blocked: { facts: { isBlocked: true } },
  taken: { facts: { isTaken: true } },
  reserved: { facts: { isReserved: true } },
  pending: { facts: { isPending: true } },
  'look-alike': { facts: { lookalike: { name: 'a1ice.demo.eth' } } },
  waiting: { facts: { removedAt: 1000 } },
  full: { facts: { isFull: true } },
  'names-per-wallet': { facts: { namesOfWallet: 1 } },
  'allow-list': { facts: { isAllowListed: false } },
  'token-used': { facts: { isTokenClaimed: true }, tokenId: '7' },
  token: { facts: { holdsToken: false } },
}

function evaluate(
  { policy, label = 'alice', now = 1000, tokenId, facts }: Refusal,
  action: PolicyAction = 'claim',
) {
  return evaluatePolicy({ ...strict, ...policy }, { action, domain: 'demo.eth', label, now, tokenId }, facts)
}

describe('evaluatePolicy', () => {
  it('rule: what no rule refuses is claimable, or needs approval', () => {
    const fine: PolicyFacts = { isAllowListed: true, holdsToken: true, namesOfWallet: 0 }
    expect(evaluate({ facts: fine })).toEqual({ outcome: 'claimable', rule: null, reason: null })
    const needsApproval = { needsApproval: true }
    expect(evaluate({ policy: needsApproval, facts: fine })).toMatchObject({ outcome: 'needs-approval' })
    for (const action of ['issue', 'invite', 'accept', 'redeem', 'redeem-label'] as const)
      expect(evaluate({ policy: needsApproval, facts: fine }, action)).toMatchObject({ outcome: 'claimable' })
  })

  it.each(policyRules)('%s refuses with a sentence that has no placeholder', (rule) => {
    const verdict = evaluate(refusals[rule])
    expect(verdict).toMatchObject({ outcome: 'refused', rule })
    expect(verdict.reason).toMatch(/^[A-Z"a-z].*\.$/)
    expect(verdict.reason).not.toMatch(/undefined|null|NaN|\[object/)
  })

  it.each<[string, Refusal]>([
    ['A name of demo.eth has at least 1 character.', { policy: { minLength: 1 }, label: '' }],
    ['A name of demo.eth has at least 2 characters.', { policy: { minLength: 2 }, label: 'a' }],
    [
      '"alice" looks like a1ice.demo.eth, which exists.',
      { facts: { lookalike: { name: 'a1ice.demo.eth' } } },
    ],
    [
      '"alice" looks like a name of demo.eth that is given by invitation only.',
      { facts: { lookalike: 'reservedLabels' } },
    ],
    ['"alice" looks like a name that demo.eth does not allow.', { facts: { lookalike: 'blockedLabels' } }],
    ['A wallet has at most 1 name of demo.eth.', { facts: { namesOfWallet: 1 } }],
    [
      'A wallet has at most 2 names of demo.eth.',
      { policy: { namesPerWallet: 2 }, facts: { namesOfWallet: 2 } },
    ],
    [
      `The address holds less than 5 of the ERC-20 token ${tokenGate.contract} on chain 1.`,
      { policy: { tokenGate: { ...tokenGate, isOncePerToken: false } }, facts: { holdsToken: false } },
    ],
    [
      `A claim names the id (tokenId) of one of the claimant's tokens, which is good for one name: the ERC-20 token ${tokenGate.contract} on chain 1.`,
      { facts: { holdsToken: false } },
    ],
    [
      `The address does not own number 7 of the ERC-20 token ${tokenGate.contract} on chain 1.`,
      { facts: { holdsToken: false }, tokenId: '7' },
    ],
  ])('the sentence of a refusal: %s', (reason, refusal) => {
    expect(evaluate(refusal)).toMatchObject({ reason })
  })

  it('rule: of two rules that refuse, the first of the list decides', () => {
    const rules = policyRules.filter((rule) => rule !== 'characters' && rule !== 'profanity')
    for (const [index, first] of rules.entries())
      for (const second of rules.slice(index + 1)) {
        const [one, two] = [refusals[first], refusals[second]]
        const both = { policy: { ...two.policy, ...one.policy }, facts: { ...two.facts, ...one.facts } }
        expect(evaluate(both), `${first} and ${second}`).toMatchObject({ rule: first })
      }
    expect(evaluate({ label: '-shit', facts: { isBlocked: true } })).toMatchObject({ rule: 'characters' })
    expect(evaluate({ label: 'shit', facts: { isBlocked: true } })).toMatchObject({ rule: 'profanity' })
  })

  it.each<[PolicyAction, readonly string[]]>([
    ['claim', policyRules],
    [
      'issue',
      policyRules.filter(
        (rule) => !['closed', 'not-open-yet', 'over', 'allow-list', 'token-used', 'token'].includes(rule),
      ),
    ],
    [
      'invite',
      [
        ...['too-short', 'too-long', 'characters', 'profanity', 'blocked'],
        ...['taken', 'pending', 'look-alike', 'waiting', 'full'],
      ],
    ],
    [
      'redeem',
      [
        ...['too-short', 'too-long', 'characters', 'profanity', 'blocked'],
        ...['taken', 'reserved', 'pending', 'look-alike', 'waiting', 'full', 'names-per-wallet'],
      ],
    ],
    [
      'redeem-label',
      [
        ...['too-short', 'too-long', 'characters', 'profanity', 'blocked'],
        ...['taken', 'pending', 'look-alike', 'waiting', 'full', 'names-per-wallet'],
      ],
    ],
    ['accept', ['too-short', 'too-long', 'characters', 'profanity', 'blocked']],
  ])('%s is bound by %j', (action, bound) => {
    expect(policyRules.filter((rule) => evaluate(refusals[rule], action).outcome === 'refused')).toEqual(
      bound,
    )
  })

  it('rule: the bounds of the time, of a label and of waiting are exact', () => {
    const window = { opensAt: 1000, closesAt: 2000 }
    expect(evaluate({ policy: window, now: 999 })).toMatchObject({ rule: 'not-open-yet' })
    expect(evaluate({ policy: window, now: 1000 })).toMatchObject({ outcome: 'claimable' })
    expect(evaluate({ policy: window, now: 1999 })).toMatchObject({ outcome: 'claimable' })
    expect(evaluate({ policy: window, now: 2000 })).toMatchObject({ rule: 'over' })
    const three = { minLength: 3, maxLength: 3, characters: 'any' } as const
    expect(evaluate({ policy: three, label: '🦄🦄🦄' })).toMatchObject({ outcome: 'claimable' })
    expect(evaluate({ policy: three, label: '🦄🦄' })).toMatchObject({ rule: 'too-short' })
    expect(evaluate({ policy: { closesAt: null }, now: 86_400_000, facts: { removedAt: 1 } })).toMatchObject({
      rule: 'waiting',
    })
    expect(evaluate({ policy: { closesAt: null }, now: 86_400_000, facts: { removedAt: 0 } })).toMatchObject({
      outcome: 'claimable',
    })
  })

  it('rule: a blocked part is found in any look-alike only if look-alikes are refused', () => {
    const policy = { blockedParts: ['paypal'] }
    expect(evaluate({ policy, label: 'my-pay-pa1' })).toMatchObject({ rule: 'blocked' })
    expect(evaluate({ policy: { ...policy, refuseLookalikes: false }, label: 'my-pay-pa1' })).toMatchObject({
      outcome: 'claimable',
    })
    expect(evaluate({ policy: { ...policy, refuseLookalikes: false }, label: 'mypaypal' })).toMatchObject({
      rule: 'blocked',
    })
  })

  it('rule: more facts never turn a refusal of earlier rules into an admission', () => {
    const names = fc.constantFrom(...policyRules)
    fc.assert(
      fc.property(names, fc.subarray([...policyRules]), (refusing, others) => {
        const { facts, ...request } = refusals[refusing]
        const more = Object.assign({}, ...others.map((rule) => refusals[rule].facts), facts)
        expect(evaluate({ ...request, facts: more }).outcome).toBe('refused')
      }),
    )
  })
})
