import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransferAuthorization } from '../../src/payment/authorization.ts'
import {
  altered,
  answerChallenge,
  asMpp,
  asX402,
  authorize,
  offerOf,
  secondForm,
  spellings,
} from '../support/forging.ts'
import { names } from '../support/paid-scene.ts'
import { askWith, type PaidAnswer, type Proof } from '../support/paying.ts'
import { nothing, onePayment, trace } from '../support/traces.ts'
import { expectRefusal, reasons, type Stage, startStage } from './hostile.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.scene.stop())

const ask = (proof: Proof, url = stage.url) => trace(stage.scene, () => askWith(url, proof))

/** Pays for the first name. */
async function expectPaid(proof: Proof): Promise<PaidAnswer> {
  const { result, traces } = await ask(proof)
  expect(result).toMatchObject({ status: 200, isOffering: false })
  expect(traces).toEqual(onePayment)
  return result
}

/** Expects an answer that was given before, for nothing. */
const expectAgain = async (proof: Proof, answer: PaidAnswer) =>
  expect(await ask(proof)).toEqual({ result: answer, traces: nothing })

describe('rule: an authorization pays once, however it is written, with', () => {
  it.each(spellings)('%s', async (_, spell) => {
    const { offer, payer } = stage
    const [one, other] = [await authorize(offer, payer), await authorize(offer, payer)]
    await expectAgain(asX402(offer, spell(one)), await expectPaid(asX402(offer, one)))
    await expectAgain(asX402(offer, other), await expectPaid(asX402(offer, spell(other))))
  })
})

describe('rule: a payment is the same by the other protocol', () => {
  const wraps = { x402: asX402, mpp: asMpp }
  it.each([
    ['mpp', 'x402'],
    ['x402', 'mpp'],
  ] as const)('%s, then %s and back', async (one, other) => {
    const offer = await offerOf(stage.url)
    const signed = await answerChallenge(offer, stage.payer)
    const first = await expectPaid(wraps[one](offer, signed))
    const { result, traces } = await ask(wraps[other](offer, signed))
    const { paymentReceipt: _, ...same } = first
    expect(result).toMatchObject(same)
    expect(result.paymentReceipt === null).toBe(other === 'x402')
    expect(traces).toEqual(nothing)
    await expectAgain(wraps[one](offer, signed), first)
  })
})

describe('rule: who holds no proof that is signed gets nothing from the journal', () => {
  const forgeries: readonly (readonly [string, (signed: TransferAuthorization) => Hex])[] = [
    ['garbage', () => `0x${'11'.repeat(64)}1b`],
    ['nothing', () => '0x'],
    ['the second form of what the payer signed', ({ signature }) => secondForm(signature)],
  ]
  it.each(forgeries)(
    '402 when %s is in the place of the signature, as for an unknown payment',
    async (_, forge) => {
      const { offer, payer } = stage
      const paid = await authorize(offer, payer)
      const unknown = await authorize(offer, payer)
      const answer = await expectPaid(asX402(offer, paid))
      for (const signed of [paid, unknown])
        await expectRefusal(stage, asX402(offer, { ...signed, signature: forge(signed) }), reasons.signature)
      await expectAgain(asX402(offer, paid), answer)
    },
  )

  it('402 when it is signed by somebody else', async () => {
    const { offer, payer, scene } = stage
    const paid = await authorize(offer, payer)
    await expectPaid(asX402(offer, paid))
    const { nonce } = paid
    const forged = await authorize(offer, payer, { nonce }, await scene.createPayer())
    await expectRefusal(stage, asX402(offer, forged), reasons.signature)
  })
})

it('402 for the same nonce with other fields, well signed', async () => {
  const { offer, payer } = stage
  const one = await authorize(offer, payer)
  const other = await authorize(offer, payer, { nonce: one.nonce, validBefore: one.validBefore + 1n })
  const answer = await expectPaid(asX402(offer, one))
  await expectRefusal(stage, asX402(offer, other), reasons.spent)
  await expectAgain(asX402(offer, one), answer)
})

it('402 for an x402 proof that names no query, and has paid for another one', async () => {
  const { offer, payer, url } = stage
  const proof = altered(asX402(offer, await authorize(offer, payer)), 'resource', undefined)
  const { result, traces } = await ask(proof, url.replace(names[0], names[1]))
  expect(result.status).toBe(200)
  expect(traces).toEqual(onePayment)
  await expectRefusal(stage, proof, reasons.spent)
})
