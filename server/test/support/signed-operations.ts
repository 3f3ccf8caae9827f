import { randomBytes } from 'node:crypto'
import type { Domain } from '../../src/store/domains.ts'
import type { Answer } from './api-client.ts'
import { ethereumAddress, issue, reserve, subnameIn } from './names.ts'
import type { TestService } from './service.ts'
import { headersOf, newWallet, type SignedMessage, type Signer } from './signed-headers.ts'
import { formOf, picture } from './uploads.ts'

/** What signed operations are about: labels of a domain on mainnet, all of one wallet. */
export interface SignedScene {
  readonly service: TestService
  readonly domain: Domain
  readonly holder: Signer
  /** Not issued. */
  readonly fresh: string
  /** Claimed by the holder. */
  readonly held: string
  /** Reserved for the holder. */
  readonly reserved: string
}

/** Sets a scene; absent parts are demo.eth and a wallet of its own. */
export async function setSignedScene(
  service: TestService,
  { domain = service.demo[1], holder = newWallet() }: Partial<Pick<SignedScene, 'domain' | 'holder'>> = {},
): Promise<SignedScene> {
  const unique = randomBytes(4).toString('hex')
  const labels = { fresh: `f${unique}`, held: `h${unique}`, reserved: `r${unique}` }
  await issue(service, domain, labels.held, { addresses: [ethereumAddress(holder.address)] })
  await reserve(service, domain, labels.reserved, holder.address)
  return { service, domain, holder, ...labels }
}

/** The name of a label of the scene. */
export const nameOf = (scene: SignedScene, label: Label): string => `${scene[label]}.${scene.domain.name}`

type Label = 'fresh' | 'held' | 'reserved'

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

const keyOf = (scene: SignedScene, label: Label) => subnameIn(scene.domain, scene[label])

const image = async () => formOf(await picture().png().toBuffer())

/** Every operation that takes signature headers and no challenge, as the scene's holder may ask for it. */
export const signedOperations: Readonly<Record<string, SignedOperation>> = {
  'POST /ens/v1/subname/add': post('/ens/v1/subname/add', (scene) => keyOf(scene, 'fresh')),
  'POST /ens/v2/subnames': post('/ens/v2/subnames', (scene) => keyOf(scene, 'fresh')),
  'POST /ens/v1/subname/update': post('/ens/v1/subname/update', (scene) => ({
    ...keyOf(scene, 'held'),
    text,
  })),
  'PATCH /ens/v2/subnames/{subname}': send(
    'PATCH',
    (scene) => `/ens/v2/subnames/${nameOf(scene, 'held')}?chainId=1`,
    () => ({ text }),
  ),
  'POST /ens/v1/subname/accept': post('/ens/v1/subname/accept', (scene) => keyOf(scene, 'reserved')),
  'PATCH /ens/v2/subnames/invitations/{subname}': send(
    'PATCH',
    (scene) => `/ens/v2/subnames/invitations/${nameOf(scene, 'reserved')}?chainId=1`,
    () => ({ text }),
  ),
  'POST /ens/v1/subname/reject': post('/ens/v1/subname/reject', (scene) => keyOf(scene, 'reserved')),
  'POST /ens/v1/subname/revoke': post('/ens/v1/subname/revoke', (scene) => keyOf(scene, 'held')),
  'DELETE /ens/v2/subnames/invitations/{subname}': send(
    'DELETE',
    (scene) => `/ens/v2/subnames/invitations/${nameOf(scene, 'reserved')}?chainId=1`,
    () => undefined,
  ),
  'POST /ens/v1/subname/upload-to-cdn': send(
    'POST',
    (scene) => `/ens/v1/subname/upload-to-cdn?ens=${nameOf(scene, 'held')}&chainId=1`,
    image,
  ),
  'POST /ens/v1/primary-name/set-primary-name': post('/ens/v1/primary-name/set-primary-name', (scene) => ({
    chainId: 1,
    name: nameOf(scene, 'held'),
    address: scene.holder.address,
  })),
}
