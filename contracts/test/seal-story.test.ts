import fc from 'fast-check'
import { type Address, type Hex, namehash, zeroAddress } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { getChainTime, otherAccount, owner, setTime, startChain } from './support/chain.ts'
import { deployResolver, type Resolver, waitUntilMined } from './support/resolver.ts'
import { signerKey } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'
import { changeOf } from './support/seal.ts'
import { account, changeData, open } from './support/sealed.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const day = 86_400
const notice = 7 * day
const lifetime = 30 * day
const name = 'alice.demo.eth'
const node = namehash(name)
const gas = 500_000n
const keys = [signerKey(1), signerKey(2), signerKey(3)] as const
const [issuer] = keys
type Who = 0 | 1 | 2

/** What the contract has to know, written apart from it; times in seconds. */
interface Model {
  holder: Address
  kind: number
  sequence: number
  recovery: Address
  started: { readonly holder: Address; readonly readyAt: number } | undefined
  unsealableAt: number
}

type Step =
  | { type: 'change'; by: Who; to: Who | 'release'; recoverable: boolean; step: number; consents: boolean }
  | { type: 'start'; byRecovery: boolean; to: Who }
  | { type: 'finish' | 'give' | 'withdraw' | 'unseal' }
  | { type: 'wait'; days: number }

const who = fc.constantFrom<Who[]>(0, 1, 2)
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('change' as const),
      by: who,
      to: fc.oneof({ weight: 4, arbitrary: who }, { weight: 1, arbitrary: fc.constant('release' as const) }),
      recoverable: fc.boolean(),
      step: fc.constantFrom(1, 1, 1, 5, 0),
      consents: fc.constantFrom(true, true, false),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('start' as const), byRecovery: fc.boolean(), to: who }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constantFrom('finish', 'give', 'give', 'withdraw', 'unseal') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('wait' as const), days: fc.constantFrom(1, 4, 8, 40) }),
  },
) as fc.Arbitrary<Step>

const addressOf = (one: Who) => keys[one].address

/** The error that the step ends with; undefined: the model has changed. */
function play(model: Model, step: Step, now: number): string | undefined {
  const isSealed = model.kind === account
  switch (step.type) {
    case 'change': {
      if (step.step === 0) return 'SequenceTooLow'
      const isRelease = step.to === 'release'
      if (isRelease && (!isSealed || step.recoverable)) return 'ZeroHolder'
      if (addressOf(step.by) !== (isSealed ? model.holder : issuer.address)) return 'NotAuthorized'
      if (!isSealed && !step.consents) return 'NoConsent'
      if (!isSealed) model.unsealableAt = 0
      model.holder = step.to === 'release' ? zeroAddress : addressOf(step.to)
      model.kind = isRelease ? open : account
      model.recovery = step.recoverable ? otherAccount.address : zeroAddress
      model.sequence += step.step
      model.started = undefined
      return undefined
    }
    case 'start':
      if (!step.byRecovery || model.recovery !== otherAccount.address) return 'NotRecovery'
      model.started = { holder: addressOf(step.to), readyAt: now + 3 * day }
      return undefined
    case 'finish':
      if (!model.started || now < model.started.readyAt) return 'NotReady'
      model.holder = model.started.holder
      model.kind = account
      model.sequence += 1
      model.started = undefined
      return undefined
    case 'give':
      model.unsealableAt = now + notice
      return undefined
    case 'withdraw':
      model.unsealableAt = 0
      return undefined
    case 'unseal':
      if (model.unsealableAt === 0 || now < model.unsealableAt) return 'NotReady'
      if (now > model.unsealableAt + lifetime) return 'NoticeLapsed'
      Object.assign(model, { holder: zeroAddress, kind: open, recovery: zeroAddress, started: undefined })
      model.sequence += 1
      model.unsealableAt = 0
      return undefined
    default:
      return undefined
  }
}

async function send(resolver: Resolver, step: Exclude<Step, { type: 'wait' }>, model: Model): Promise<Hex> {
  const { write } = resolver
  switch (step.type) {
    case 'change': {
      const isRelease = step.to === 'release'
      const change = changeOf(name, step.to === 'release' ? zeroAddress : addressOf(step.to), {
        kind: isRelease ? open : account,
        recovery: step.recoverable ? otherAccount.address : zeroAddress,
        sequence: BigInt(model.sequence + step.step),
      })
      const data = changeData(resolver, chain.client.chain.id, change)
      const consent = step.consents && step.to !== 'release' ? await keys[step.to].signTypedData(data) : '0x'
      const args = [change, await keys[step.by].signTypedData(data), consent, '0x'] as const
      return write.change(args, { account: otherAccount })
    }
    case 'start':
      return write.startRecovery([node, addressOf(step.to), account], {
        account: step.byRecovery ? otherAccount : owner,
      })
    case 'finish':
      return write.finishRecovery([node], { account: otherAccount })
    case 'give':
      return write.giveNotice([node], { gas })
    case 'withdraw':
      return write.withdrawNotice([node])
    case 'unseal':
      return write.unseal([node])
  }
}

async function expectModel(resolver: Resolver, model: Model): Promise<void> {
  const { read } = resolver
  expect(await read.seals([node])).toEqual([model.holder, model.kind, BigInt(model.sequence)])
  expect(await read.recoveryOf([node])).toBe(model.recovery)
  const { holder = zeroAddress, readyAt = 0 } = model.started ?? {}
  expect(await read.recoveries([node])).toEqual([holder, model.started ? account : 0, BigInt(readyAt)])
  expect(await read.unsealableAt([node])).toBe(BigInt(model.unsealableAt))
}

test('rule: in 15 random stories of all accounts the contract does what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 12, maxLength: 30 }), async (story) => {
      const resolver = await deployResolver(chain, { notice: BigInt(notice) })
      await waitUntilMined(chain, resolver.write.setIssuer([issuer.address]))
      const model: Model = {
        holder: zeroAddress,
        kind: 0,
        sequence: 0,
        recovery: zeroAddress,
        started: undefined,
        unsealableAt: 0,
      }
      for (const step of story) {
        const now = await getChainTime(chain)
        if (step.type === 'wait') {
          await setTime(chain, now + BigInt(step.days * day))
          continue
        }
        await chain.client.setNextBlockTimestamp({ timestamp: now + 60n })
        const sequence = model.sequence
        const failure = play(model, step, Number(now) + 60)
        const sending = send(resolver, step, { ...model, sequence })
        if (failure) expect(await revertOf(sending)).toMatchObject({ name: failure })
        else await waitUntilMined(chain, sending)
        await expectModel(resolver, model)
      }
    }),
    { numRuns: 15 },
  )
})
