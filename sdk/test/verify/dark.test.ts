import fc from 'fast-check'
import { concat, type Hex, keccak256, namehash, numberToHex, size, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { fromHex } from '../../src/verify/bytes.ts'
import { FileWalk } from '../../src/verify/files.ts'
import { type AnswerInput, type ResolverState, verifyAnswer } from '../../src/verify.ts'
import { type Files, filesOf, sealTreeOf } from './files.ts'
import { mutationsOf } from './mutations.ts'
import {
  another,
  askText,
  type Entry,
  encodeLive,
  entries,
  holder,
  liveAnswer,
  liveState,
  node,
  signedSet,
  textKey,
  textResult,
  time,
  wire,
} from './signed-answers.ts'

const others = Array.from({ length: 40 }, (_, index) => ({
  node: namehash(`n${index}.acme.eth`),
  entries: [[textKey('url'), toHex(`https://n${index}.example`)]] as readonly Entry[],
}))

const darkState = ({ root, depth }: Files): ResolverState => ({
  ...liveState,
  isDark: true,
  lastBeat: time - 1n,
  zone: { root, depth },
})

function responsesOf(files: Files, of: Hex = node): readonly Hex[] {
  const walk = new FileWalk(files, fromHex(of))
  const responses: Hex[] = []
  for (let hash = walk.next; hash !== undefined; hash = walk.next) {
    const content = files.contents.get(hash) ?? '0x'
    walk.read(fromHex(content))
    responses.push(content)
  }
  return responses
}

const darkAnswer = (files: Files, state = darkState(files)): AnswerInput => ({
  state,
  request: { name: wire, data: askText('url') },
  response: responsesOf(files),
  time,
})

const judge = async (input: AnswerInput) => {
  const verdict = await verifyAnswer(input)
  return verdict.verdict === 'refused'
    ? verdict.reason
    : verdict.verdict === 'verified'
      ? verdict.result
      : verdict.verdict
}

describe('Answers in the dark', () => {
  it('rule: files of each depth from 0 to 12 lead to each name, one for eight levels and the bucket', async () => {
    for (let depth = 0; depth <= 12; depth++) {
      const files = filesOf([...others, { node, entries }], depth)
      expect(responsesOf(files)).toHaveLength(Math.ceil(depth / 8) + 1)
      expect(await judge(darkAnswer(files)), `${depth}`).toBe(textResult('https://a.example'))
      expect(await judge(darkAnswer(filesOf(others, depth))), `${depth}`).toBe(textResult(''))
    }
  })

  it('rule: another root, depth or order, a file too few or too many, and no root are refused', async () => {
    const files = filesOf([...others, { node, entries }], 9)
    const input = darkAnswer(files)
    const [tile = '0x', second = '0x', bucket = '0x'] = responsesOf(files)
    for (const [change, reason] of [
      [{ state: { ...input.state, zone: { root: keccak256('0x'), depth: 9 } } }, 'WrongFile'],
      [{ state: { ...input.state, zone: { root: files.root, depth: 8 } } }, 'InvalidTile'],
      [{ state: { ...input.state, zone: { root: files.root, depth: 0 } } }, 'WrongFile'],
      [{ state: { ...input.state, zone: null } }, 'NoZone'],
      [{ state: { ...input.state, isDark: false } }, 'WrongNumberOfFiles'],
      [{ response: [tile, bucket, second] }, 'WrongFile'],
      [{ response: [tile, second] }, 'WrongNumberOfFiles'],
      [{ response: [tile, second, bucket, bucket] }, 'WrongNumberOfFiles'],
      [{ response: bucket }, 'WrongNumberOfFiles'],
      [{ response: responsesOf(files, others[0]?.node) }, 'WrongFile'],
    ] as const)
      expect(await judge({ ...input, ...change })).toBe(reason)
  })

  it('rule: a sealed name is answered by the set of its holder alone, valid at the last beat', async () => {
    const state = { ...darkState(filesOf([], 0)), seal: { holder: holder.address, kind: 1, sequence: 1n } }
    const withSet = async (set?: Hex) => {
      const files = filesOf(
        [...others, { node, entries: [...entries.slice(0, 3), ...(set ? [['0x7f', set] as const] : [])] }],
        3,
      )
      return judge(darkAnswer(files, { ...state, zone: files }))
    }
    expect(await withSet(await signedSet())).toBe(textResult('https://a.example'))
    expect(await withSet()).toBe('MalformedSet')
    expect(await withSet(await signedSet({ validUntil: time - 1n }))).toBe(textResult('https://a.example'))
    expect(await withSet(await signedSet({ validUntil: time - 2n }))).toBe('SetExpired')
    expect(await withSet(await signedSet({ sequence: 0n }))).toBe('SetSuperseded')
    expect(await withSet(await signedSet({ sign: () => '0x' }))).toBe('NotSignedByHolder')
    const without = filesOf(others, 3)
    expect(await judge(darkAnswer(without, { ...state, zone: without }))).toBe('MalformedSet')
  })

  it('rule: no mutation of a file is accepted', async () => {
    const files = filesOf([...others, { node, entries }], 9)
    const responses = responsesOf(files)
    for (const [at, response] of responses.entries())
      await fc.assert(
        fc.asyncProperty(mutationsOf(response), async (mutated) => {
          expect(
            (await verifyAnswer({ ...darkAnswer(files), response: responses.with(at, mutated) })).verdict,
          ).toBe('refused')
        }),
        { numRuns: 700 },
      )
  })
})

describe('Trees of seals', () => {
  const sealed = sealTreeOf(
    [
      { node, kind: 1, holder: holder.address },
      ...others.map((of) => ({ ...of, kind: 1, holder: another.address })),
    ],
    4,
  )
  const without = sealTreeOf(
    others.map((of) => ({ ...of, kind: 1, holder: another.address })),
    3,
  )
  const proven = (proof: Hex, rest: Hex) => concat([numberToHex(size(proof), { size: 4 }), proof, rest])
  const answer = (trees: readonly { root: Hex; depth: number }[], response: Hex): AnswerInput => ({
    state: { ...liveState, trees: trees.map(({ root, depth }) => ({ root, depth })) },
    request: { name: wire, data: askText('url') },
    response,
    time,
  })

  it('rule: the first tree with the name says who holds it; storage outranks it', async () => {
    const set = await signedSet()
    expect(await judge(answer([sealed], proven(sealed.proofOf(node), set)))).toBe(
      textResult('https://a.example'),
    )
    const both = concat([without.proofOf(node), sealed.proofOf(node)])
    expect(await judge(answer([without, sealed], proven(both, set)))).toBe(textResult('https://a.example'))
    expect(await judge(answer([sealed, without], proven(both, set)))).toBe('InvalidSealProof')
    expect(await judge(answer([without, sealed], proven(sealed.proofOf(node), set)))).toBe('InvalidSealProof')
    const stored = answer([sealed], set)
    const seal = { holder: another.address, kind: 1, sequence: 1n }
    expect(await judge({ ...stored, state: { ...stored.state, seal } })).toBe('NotSignedByHolder')
  })

  it('rule: a name in no tree, or given up in storage, is the gateway’s', async () => {
    const live = await liveAnswer()
    expect(await judge(answer([without], proven(without.proofOf(node), live.response)))).toBe(
      textResult('https://a.example'),
    )
    expect(await judge(answer([sealed], proven(sealed.proofOf(node), live.response)))).not.toBe(
      textResult('https://a.example'),
    )
    expect(await judge(answer([without], proven(without.proofOf(node), await signedSet())))).toBe(
      'MalformedResponse',
    )
    const open = answer([sealed], live.response)
    const seal = { holder: numberToHex(0, { size: 20 }), kind: 3, sequence: 5n }
    expect(await judge({ ...open, state: { ...open.state, seal } })).toBe(textResult('https://a.example'))
    expect(await judge(answer([without], encodeLive('0x', time, '0x')))).toBe('InvalidSealProof')
  })

  it('rule: no mutation of a proof denies or grants a seal', async () => {
    const set = await signedSet()
    const input = answer(
      [without, sealed],
      proven(concat([without.proofOf(node), sealed.proofOf(node)]), set),
    )
    await fc.assert(
      fc.asyncProperty(mutationsOf(input.response as Hex), async (response) => {
        const verdict = await verifyAnswer({ ...input, response })
        if (verdict.verdict !== 'refused')
          expect(verdict).toMatchObject({ word: 'holder', signer: holder.address.toLowerCase() })
      }),
      { numRuns: 1500 },
    )
  })

  it('rule: in the dark, the files prove what the trees say', async () => {
    const set = await signedSet()
    const judgeWith = (
      trees: readonly { root: Hex; depth: number; proofOf: (of: Hex) => Hex }[],
      further: readonly Entry[],
    ) => {
      const files = filesOf([...others, { node, entries: [...entries, ...further] }], 2)
      const state = { ...darkState(files), trees: trees.map(({ root, depth }) => ({ root, depth })) }
      return judge(darkAnswer(files, state))
    }
    const proof: Entry = ['0x7e', sealed.proofOf(node)]
    expect(await judgeWith([sealed], [proof, ['0x7f', set]])).toBe(textResult('https://a.example'))
    expect(await judgeWith([sealed], [proof])).toBe('MalformedSet')
    expect(await judgeWith([sealed], [['0x7f', set]])).toBe('InvalidSealProof')
    expect(await judgeWith([without], [['0x7e', without.proofOf(node)]])).toBe(
      textResult('https://a.example'),
    )
    expect(await judgeWith([without], [])).toBe('InvalidSealProof')
  })
})
