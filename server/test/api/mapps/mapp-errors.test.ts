import { it } from 'vitest'
import {
  appendFields,
  changePermission,
  createHeldSubname,
  type HeldSubname,
  sendPermission,
  signChallenge,
} from '../../support/entities/mapps.ts'
import { expectUnchanged } from '../../support/entities/subnames.ts'
import { expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService('Errors of mApps', (service) => {
  let labels = 0
  const held = (): Promise<HeldSubname> =>
    createHeldSubname(service(), service().demo[1], `refused-${labels++}`)

  it('403 for an mApp without permission, and for one whose permission was revoked', async () => {
    const [name, app] = [await held(), await held()]
    const { demo } = service()
    const refuse = () =>
      expectUnchanged(service(), demo[1], async () =>
        expectError(
          await appendFields(service(), name, app, [{ key: 'a', value: '1' }]),
          403,
          'ForbiddenException',
        ),
      )
    await refuse()
    await changePermission(service(), 'add', name, app.ens)
    await changePermission(service(), 'revoke', name, app.ens)
    await refuse()
  })

  it('403 for a signer to which the mApp does not resolve, even the holder', async () => {
    const [name, app, other] = [await held(), await held(), await held()]
    await changePermission(service(), 'add', name, app.ens)
    await expectUnchanged(service(), service().demo[1], async () => {
      for (const { holder } of [name, other])
        expectError(
          await appendFields(service(), name, { ...app, holder }, [{ key: 'a', value: '1' }]),
          403,
          'NotHolderException',
        )
    })
  })

  it('403 for a permission with the signature of another key', async () => {
    const [name, other] = [await held(), await held()]
    await expectUnchanged(service(), service().demo[1], async () => {
      for (const [verb, action] of [
        ['add', 'add-permission'],
        ['revoke', 'revoke-permission'],
      ] as const) {
        const challenge = { action, signer: other.holder, subname: name.ens, mApp: 'app.eth', chainId: 1 }
        const response = await sendPermission(service(), verb, await signChallenge(service(), challenge))
        expectError(response, 403, 'NotHolderException')
      }
    })
  })

  it.each([
    ['an empty key', [{ key: '', value: 'v' }], 'InvalidRecordException'],
    [
      'a key that is too long with its suffix',
      [{ key: 'k'.repeat(250), value: 'v' }],
      'InvalidRecordException',
    ],
    ['a value that is too long', [{ key: 'k', value: 'v'.repeat(16_385) }], 'InvalidRecordException'],
    ['a NUL character', [{ key: 'k', value: 'a\0b' }], 'InvalidRecordException'],
    [
      'one key with two values',
      [1, 2].map((value) => ({ key: 'k', value: `${value}` })),
      'InvalidRecordException',
    ],
    [
      'more than 256 texts',
      Array.from({ length: 256 }, (_, index) => ({ key: `${index}`, value: 'v' })),
      'InvalidRecordException',
    ],
  ] as const)('400 for fields with %s', async (_title, fields, wireName) => {
    const [name, app] = [await held(), await held()]
    await changePermission(service(), 'add', name, app.ens)
    await expectUnchanged(service(), service().demo[1], async () =>
      expectError(await appendFields(service(), name, app, fields), 400, wireName),
    )
  })
})
