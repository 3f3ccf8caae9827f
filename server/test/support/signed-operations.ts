import { randomBytes } from 'node:crypto'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Answer } from './api-client.ts'
import { ethereumAddress, issue, reserve, subnameIn } from './names.ts'
import type { TestService } from './service.ts'
import { headersOf, newWallet, type SignedMessage } from './signed-headers.ts'
import { formOf, picture } from './uploads.ts'

/** What signed operations are about: labels of demo.eth on mainnet, all of one wallet. */
export interface SignedScene {
  readonly service: TestService
  readonly holder: PrivateKeyAccount
  /** Not issued. */
  readonly fresh: string
  /** Claimed by the holder. */
  readonly held: string
  /** Reserved for the holder. */
  readonly reserved: string
}

export async function setSignedScene(service: TestService): Promise<SignedScene> {
  const holder = newWallet()
  const unique = randomBytes(4).toString('hex')
  const scene = { service, holder, fresh: `f${unique}`, held: `h${unique}`, reserved: `r${unique}` }
  await issue(service, service.demo[1], scene.held, { addresses: [ethereumAddress(holder.address)] })
  await reserve(service, service.demo[1], scene.reserved, holder.address)
  return scene
}

export const fullName = (label: string): string => `${label}.demo.eth`

type SignedOperation = (scene: SignedScene, signed: SignedMessage) => Promise<Answer>

const text = [{ key: 'url', value: 'https://example.com' }]

const send =
  (method: string, pathOf: (scene: SignedScene) => string, bodyOf: (scene: SignedScene) => unknown) =>
  async (scene: SignedScene, signed: SignedMessage): Promise<Answer> => {
    const { call, key } = scene.service
    const headers = { 'x-api-key': key, ...headersOf(signed) }
    return call(method, pathOf(scene), { headers, body: await bodyOf(scene) })
  }

const post = (path: string, bodyOf: (scene: SignedScene) => unknown): SignedOperation =>
  send('POST', () => path, bodyOf)

const keyOf = ({ service }: SignedScene, label: string) => subnameIn(service.demo[1], label)

const image = async () => formOf(await picture().png().toBuffer())

/** Every operation that takes signature headers and no challenge, as the scene's holder may ask for it. */
export const signedOperations: Readonly<Record<string, SignedOperation>> = {
  'POST /ens/v1/subname/add': post('/ens/v1/subname/add', (scene) => keyOf(scene, scene.fresh)),
  'POST /ens/v2/subnames': post('/ens/v2/subnames', (scene) => keyOf(scene, scene.fresh)),
  'POST /ens/v1/subname/update': post('/ens/v1/subname/update', (scene) => ({
    ...keyOf(scene, scene.held),
    text,
  })),
  'PATCH /ens/v2/subnames/{subname}': send(
    'PATCH',
    ({ held }) => `/ens/v2/subnames/${fullName(held)}?chainId=1`,
    () => ({ text }),
  ),
  'POST /ens/v1/subname/accept': post('/ens/v1/subname/accept', (scene) => keyOf(scene, scene.reserved)),
  'PATCH /ens/v2/subnames/invitations/{subname}': send(
    'PATCH',
    ({ reserved }) => `/ens/v2/subnames/invitations/${fullName(reserved)}?chainId=1`,
    () => ({ text }),
  ),
  'POST /ens/v1/subname/reject': post('/ens/v1/subname/reject', (scene) => keyOf(scene, scene.reserved)),
  'POST /ens/v1/subname/revoke': post('/ens/v1/subname/revoke', (scene) => keyOf(scene, scene.held)),
  'DELETE /ens/v2/subnames/invitations/{subname}': send(
    'DELETE',
    ({ reserved }) => `/ens/v2/subnames/invitations/${fullName(reserved)}?chainId=1`,
    () => undefined,
  ),
  'POST /ens/v1/subname/upload-to-cdn': send(
    'POST',
    ({ held }) => `/ens/v1/subname/upload-to-cdn?ens=${fullName(held)}&chainId=1`,
    image,
  ),
  'POST /ens/v1/primary-name/set-primary-name': post(
    '/ens/v1/primary-name/set-primary-name',
    ({ held, holder }) => ({ chainId: 1, name: fullName(held), address: holder.address }),
  ),
}
