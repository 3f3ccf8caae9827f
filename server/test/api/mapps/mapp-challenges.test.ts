import { expect, it } from 'vitest'
import type { ErrorName } from '../../../src/errors.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createWallet, type SignedMessage, signMessage } from '../../support/credentials/signed-headers.ts'
import {
  type Action,
  appendFields,
  changePermission,
  createHeldSubname,
  type HeldSubname,
  sendFields,
  sendPermission,
  signChallenge,
} from '../../support/entities/mapps.ts'
import { ethereumAddress, expectUnchanged } from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const actions: readonly Action[] = ['add-permission', 'append-field', 'revoke-permission']
const mismatches = actions.flatMap((issued) =>
  actions.filter((used) => used !== issued).map((used) => [issued, used] as const),
)
const fields = [{ key: 'a', value: '1' }]
const hourMs = 3_600_000

describeOnEachService(
  'A challenge of an mApp operation',
  (service) => {
    let labels = 0
    const held = (records?: object): Promise<HeldSubname> =>
      createHeldSubname(service(), service().demo[1], `challenged-${labels++}`, records)

    /** A subname and an mApp that may write to it. */
    const createGrant = async () => {
      const [name, app] = [await held(), await held()]
      await changePermission(service(), 'add', name, app.ens)
      return { name, app }
    }

    /** Requests and signs as the authorized wallet: the mApp to append, the holder otherwise. */
    const sign = (
      action: Action,
      { ens: subname, chainId, holder }: HeldSubname,
      app: HeldSubname,
      ttl = 120_000,
    ) => {
      const signer = action === 'append-field' ? app.holder : holder
      return signChallenge(service(), { action, signer, subname, mApp: app.ens, chainId, ttl })
    }

    const use = (action: Action, subname: string, signed: SignedMessage): Promise<ApiResponse> =>
      action === 'append-field'
        ? sendFields(service(), subname, fields, signed)
        : sendPermission(service(), action === 'add-permission' ? 'add' : 'revoke', signed)

    /** Expects that a signed message is rejected by `action`, and that no name changes. */
    const refuse = async (
      action: Action,
      subname: string,
      signed: SignedMessage,
      wireName: ErrorName = 'InvalidSignatureException',
    ) => {
      for (const domain of Object.values(service().demo))
        await expectUnchanged(service(), domain, async () =>
          expectError(await use(action, subname, signed), 401, wireName),
        )
    }

    it.each(actions)('rule: a challenge for %s works once', async (action) => {
      const { name, app } = await createGrant()
      const signed = await sign(action, name, app)
      dataOf(await use(action, name.ens, signed), 201)
      if (action === 'revoke-permission') await changePermission(service(), 'add', name, app.ens)
      await refuse(action, name.ens, signed, 'ChallengeExpiredException')
    })

    it('rule: of 50 concurrent uses of one challenge exactly one succeeds', async () => {
      const { name, app } = await createGrant()
      const signed = await sign('append-field', name, app)
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          sendFields(service(), name.ens, [{ key: `k${index}`, value: '1' }], signed),
        ),
      )
      const successes = responses.filter(({ status }) => status === 201)
      expect(successes).toHaveLength(1)
      for (const response of responses.filter(({ status }) => status !== 201))
        expectError(response, 401, 'ChallengeExpiredException')
      const texts = successes.map((response) => dataOf<WireRecord>(response, 201).records.texts)[0]
      expect(texts?.filter(({ key }) => key.endsWith(app.ens))).toHaveLength(1)
    })

    it.each(mismatches)('rule: a challenge for %s does nothing as %s', async (issued, used) => {
      const { name, app } = await createGrant()
      await refuse(used, name.ens, await sign(issued, name, app))
    })

    it('rule: a challenge for one subname writes to no other subname', async () => {
      const { name, app } = await createGrant()
      const other = await held()
      await changePermission(service(), 'add', other, app.ens)
      const signed = await sign('append-field', name, app)
      await refuse('append-field', other.ens, signed)
      dataOf(await use('append-field', name.ens, signed), 201)
    })

    it('rule: a challenge for one mApp writes only under its name, even if its signer has another mApp', async () => {
      const { name, app } = await createGrant()
      const sibling = await held({ addresses: [ethereumAddress(app.holder.address)] })
      await changePermission(service(), 'add', name, sibling.ens)
      const appended = dataOf<WireRecord>(await appendFields(service(), name, app, fields), 201)
      expect(appended.records.texts.map(({ key }) => key)).toEqual(['mApps', `a_${app.ens}`])
    })

    it('rule: a challenge for one chain does not affect the same name on the other chain', async () => {
      const { demo } = service()
      const label = `both-${labels++}`
      const onMainnet = await createHeldSubname(service(), demo[1], label)
      const addresses = [ethereumAddress(onMainnet.holder.address)]
      await createHeldSubname(service(), demo[11155111], label, { addresses })
      await expectUnchanged(service(), demo[11155111], () =>
        changePermission(service(), 'add', onMainnet, 'app.eth'),
      )
      const onSepolia = { ...onMainnet, chainId: 11155111 }
      expect((await changePermission(service(), 'add', onSepolia, 'app.eth')).records.texts).toHaveLength(1)
    })

    it.each([
      ['another subname', /byname:subname\/.+/, 'byname:subname/b.demo.eth'],
      ['another mApp', /byname:mapp\/.+/, 'byname:mapp/evil.eth'],
      ['another action', /byname:action\/.+/, 'byname:action/any'],
      ['another chain', 'Chain ID: 1', 'Chain ID: 11155111'],
      ['a later expiration', 'Expiration Time: 2', 'Expiration Time: 3'],
      ['another nonce', /Nonce: ./, 'Nonce: x'],
      ['no resources', /\nResources:(\n.+)*/, ''],
    ])('401 for a challenge with %s, signed again', async (_title, part, replacement) => {
      const { name, app } = await createGrant()
      for (const action of actions) {
        const { address, message: issued } = await sign(action, name, app)
        const message = issued.replace(part, replacement)
        const signer = action === 'append-field' ? app.holder : name.holder
        await refuse(action, name.ens, { address, message, signature: await signer.signMessage({ message }) })
      }
    })

    it('401 for a message that the client composed itself', async () => {
      const { name } = await createGrant()
      for (const action of actions)
        await refuse(action, name.ens, await signMessage(name.holder, { chainId: 1 }))
    })

    it.each(actions)('401 for a challenge for %s with the signature of another key', async (action) => {
      const { name, app } = await createGrant()
      const signed = await sign(action, name, app)
      const signature = await createWallet().signMessage(signed)
      await refuse(action, name.ens, { ...signed, signature })
      const { address } = createWallet()
      await refuse(action, name.ens, { ...signed, address })
      dataOf(await use(action, name.ens, signed), 201)
    })

    it.each(actions)(
      '401 for a challenge for %s that has expired, also after it was purged',
      async (action) => {
        const { name, app } = await createGrant()
        const signed = await sign(action, name, app, 1000)
        service().clock.offsetMs = 1000
        await refuse(action, name.ens, signed, 'ChallengeExpiredException')
        service().clock.offsetMs = 2 * hourMs
        await Promise.all(Array.from({ length: 20 }, () => sign(action, name, app)))
        service().clock.offsetMs = 0
        await refuse(action, name.ens, signed)
      },
    )

    it('403 when the domain was blocked in the meantime, and the challenge is not consumed', async () => {
      const { context, onboard } = service()
      const domain = await onboard()
      const [name, app] = [await createHeldSubname(service(), domain, 'name'), await held()]
      const signed = await sign('add-permission', name, app)
      const block = (isBlocked: boolean) =>
        context.store.db.updateTable('domains').set({ isBlocked }).where('id', '=', domain.id).execute()
      await block(true)
      await expectUnchanged(service(), domain, async () =>
        expectError(await use('add-permission', name.ens, signed), 403, 'DomainBlockedException'),
      )
      await block(false)
      dataOf(await use('add-permission', name.ens, signed), 201)
    })

    it('rule: a signer that lost the name in the meantime cannot grant', async () => {
      const { context, demo } = service()
      const { name, app } = await createGrant()
      const signed = await sign('add-permission', name, app)
      const [label = ''] = name.ens.split('.', 1)
      await context.store.db.deleteFrom('subnames').where('label', '=', label).execute()
      await createHeldSubname(service(), demo[1], label)
      await expectUnchanged(service(), demo[1], async () =>
        expectError(await use('add-permission', name.ens, signed), 403, 'NotHolderException'),
      )
    })
  },
  { withNodes: true },
)
