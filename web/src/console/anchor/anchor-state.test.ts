import { describe, expect, it } from 'vitest'
import { changeWords, etherText, stageOf } from './anchor-state.ts'
import type { Anchor } from './queries.ts'

const now = Date.parse('2030-01-10T00:00:00Z')
const contract: NonNullable<Anchor['contract']> = {
  address: '0x',
  anchor: '0x',
  graceSeconds: 604_800,
  delaySeconds: 0,
  lastBeatAt: '2030-01-09T12:00:00Z',
  darkFrom: '2030-01-16T12:00:01Z',
  isFrozen: false,
  zone: { root: '0x', depth: 0 },
  files: ['https://files.example'],
}
const kept: Anchor = {
  isOn: true,
  unavailableBecause: null,
  published: { names: 3, root: '0x', depth: 0, beatAt: '2030-01-09T12:00:00Z', transactionHash: '0x' },
  changesSince: 0,
  isChangesSinceExact: true,
  countsFrom: null,
  problem: null,
  hosts: [{ url: 'https://files.example', problem: null }],
  contract,
  chainProblem: null,
  ownerCalls: [],
  yearlyCost: null,
}
const beatAt = (lastBeatAt: string | null, darkFrom = contract.darkFrom) => ({
  contract: { ...contract, lastBeatAt, darkFrom },
})

describe('The stage of an anchor', () => {
  it.each<[string, Partial<Anchor>]>([
    ['kept', {}],
    ['kept', beatAt('2030-01-06T12:00:00Z')],
    ['late', beatAt('2030-01-06T11:59:59Z')],
    ['awaited', { published: null, ...beatAt(null) }],
    ['failing', { published: null, ...beatAt(null), problem: 'No.' }],
    ['failing', { problem: 'No.' }],
    ['failing', { unavailableBecause: 'No.' }],
    ['failing', { published: null, ...beatAt(null), unavailableBecause: 'No.' }],
    ['partial', { hosts: [{ url: 'https://files.example', problem: 'No.' }] }],
    ['dark', beatAt('2030-01-02T12:00:00Z', '2030-01-09T12:00:01Z')],
    ['partial', { ownerCalls: [{ title: 'where the files are', to: '0x', data: '0x' }] }],
    [
      'unset',
      {
        ownerCalls: [{ title: 'where the files are', to: '0x', data: '0x' }],
        contract: { ...contract, files: ['https://other.example'] },
      },
    ],
    ['unset', { ownerCalls: [{ title: 'who may beat', to: '0x', data: '0x' }] }],
    ['unread', { contract: null }],
    ['off', { isOn: false }],
    ['unavailable', { isOn: false, unavailableBecause: 'No.' }],
    ['frozen', { isOn: false, contract: { ...contract, isFrozen: true } }],
  ])('is %s', (stage, change) => {
    expect(stageOf({ ...kept, ...change }, now)).toBe(stage)
  })
})

it.each([
  ['13632020000000000', '0.0136 ETH'],
  ['0', '0 ETH'],
  ['2500000000000000000', '2.5 ETH'],
])('rule: %s wei are %s', (wei, text) => {
  expect(etherText(wei)).toBe(text)
})

it.each([
  [0, true, 'Each name resolves to the same now.'],
  [1, true, 'One name was issued, removed or has other records since then, which would be lost.'],
  [2048, true, '2,048 names were issued, removed or have other records since then, which would be lost.'],
  [2048, false, 'At least 2,048 names resolve to something else now, which would be lost.'],
])('rule: of %s names, all: %s, the card says %s', (changesSince, isChangesSinceExact, words) => {
  expect(changeWords({ changesSince, isChangesSinceExact })).toBe(words)
})
