import { randomBytes } from 'node:crypto'
import type { Domain } from '../../src/model/domain.ts'
import type { ApiResponse } from './api-client.ts'
import type { TestService } from './service.ts'
import { createWallet, type SignedMessage, type Signer, toSignedHeaders } from './signed-headers.ts'
import { ethereumAddress, seedReservation, seedSubname, subnameBody } from './subnames.ts'
import { createForm, randomImage } from './uploads.ts'

/** What signed operations are about: labels of a domain on mainnet, all of one wallet. */
export interface SignedFixture {
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
export async function createSignedFixture(
  service: TestService,
  {
    domain = service.demo[1],
    holder = createWallet(),
  }: Partial<Pick<SignedFixture, 'domain' | 'holder'>> = {},
): Promise<SignedFixture> {
  const unique = randomBytes(4).toString('hex')
  const labels = { fresh: `f${unique}`, held: `h${unique}`, reserved: `r${unique}` }
  await seedSubname(service, domain, labels.held, { addresses: [ethereumAddress(holder.address)] })
  await seedReservation(service, domain, labels.reserved, holder.address)
  return { service, domain, holder, ...labels }
}

/** The name of a label of the scene. */
export function nameOf(scene: SignedFixture, label: Label): string {
  return `${scene[label]}.${scene.domain.name}`
}

type Label = 'fresh' | 'held' | 'reserved'

type SignedOperation = (scene: SignedFixture, signed: SignedMessage) => Promise<ApiResponse>

const text = [{ key: 'url', value: 'https://example.com' }]

function send(
  method: string,
  pathOf: (scene: SignedFixture) => string,
  bodyOf: (scene: SignedFixture) => unknown,
) {
  return async (scene: SignedFixture, signed: SignedMessage): Promise<ApiResponse> => {
    const { call, key } = scene.service
    const headers = { 'x-api-key': key, ...toSignedHeaders(signed) }
    return call(method, pathOf(scene), { headers, body: await bodyOf(scene) })
  }
}

function post(path: string, bodyOf: (scene: SignedFixture) => unknown): SignedOperation {
  return send('POST', () => path, bodyOf)
}

function keyOf(scene: SignedFixture, label: Label) {
  return subnameBody(scene.domain, scene[label])
}

async function image() {
  return createForm(await randomImage().png().toBuffer())
}

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
