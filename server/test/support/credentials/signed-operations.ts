import { randomBytes } from 'node:crypto'
import type { Domain } from '../../../src/model/domain.ts'
import { ethereumAddress, seedReservation, seedSubname, subnameBody } from '../entities/subnames.ts'
import type { ApiResponse } from '../http/api-client.ts'
import { createForm, randomImage } from '../media/uploads.ts'
import type { TestService } from '../service/service.ts'
import { createWallet, type SignedMessage, type Signer, toSignedHeaders } from './signed-headers.ts'

/** The labels of signed operations: of a domain on mainnet, all of one wallet. */
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

/** Creates a fixture; absent parts are demo.eth and a new wallet. */
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

/** The name of a label of the fixture. */
export function nameOf(fixture: SignedFixture, label: Label): string {
  return `${fixture[label]}.${fixture.domain.name}`
}

type Label = 'fresh' | 'held' | 'reserved'

type SignedOperation = (fixture: SignedFixture, signed: SignedMessage) => Promise<ApiResponse>

const text = [{ key: 'url', value: 'https://example.com' }]

function send(
  method: string,
  pathOf: (fixture: SignedFixture) => string,
  bodyOf: (fixture: SignedFixture) => unknown,
) {
  return async (fixture: SignedFixture, signed: SignedMessage): Promise<ApiResponse> => {
    const { call, key } = fixture.service
    const headers = { 'x-api-key': key, ...toSignedHeaders(signed) }
    return call(method, pathOf(fixture), { headers, body: await bodyOf(fixture) })
  }
}

function post(path: string, bodyOf: (fixture: SignedFixture) => unknown): SignedOperation {
  return send('POST', () => path, bodyOf)
}

function keyOf(fixture: SignedFixture, label: Label) {
  return subnameBody(fixture.domain, fixture[label])
}

async function image() {
  return createForm(await randomImage().png().toBuffer())
}

/** Every operation that takes signature headers and no challenge, as the fixture's holder may request it. */
export const signedOperations: Readonly<Record<string, SignedOperation>> = {
  'GET /byname/v1/names/{name}/history': ({ service, ...fixture }, signed) =>
    service.call('GET', `/byname/v1/names/${nameOf({ service, ...fixture }, 'held')}/history?chainId=1`, {
      headers: toSignedHeaders(signed),
    }),
  'POST /byname/v1/names/batch': post('/byname/v1/names/batch?chainId=1', ({ domain, held }) => ({
    domain: domain.name,
    mode: 'atomic',
    items: [{ action: 'change', label: held, text }],
  })),
  'POST /ens/v1/subname/add': post('/ens/v1/subname/add', (fixture) => keyOf(fixture, 'fresh')),
  'POST /ens/v2/subnames': post('/ens/v2/subnames', (fixture) => keyOf(fixture, 'fresh')),
  'POST /ens/v1/subname/update': post('/ens/v1/subname/update', (fixture) => ({
    ...keyOf(fixture, 'held'),
    text,
  })),
  'PATCH /ens/v2/subnames/{subname}': send(
    'PATCH',
    (fixture) => `/ens/v2/subnames/${nameOf(fixture, 'held')}?chainId=1`,
    () => ({ text }),
  ),
  'POST /ens/v1/subname/accept': post('/ens/v1/subname/accept', (fixture) => keyOf(fixture, 'reserved')),
  'PATCH /ens/v2/subnames/invitations/{subname}': send(
    'PATCH',
    (fixture) => `/ens/v2/subnames/invitations/${nameOf(fixture, 'reserved')}?chainId=1`,
    () => ({ text }),
  ),
  'POST /ens/v1/subname/reject': post('/ens/v1/subname/reject', (fixture) => keyOf(fixture, 'reserved')),
  'POST /ens/v1/subname/revoke': post('/ens/v1/subname/revoke', (fixture) => keyOf(fixture, 'held')),
  'DELETE /ens/v2/subnames/invitations/{subname}': send(
    'DELETE',
    (fixture) => `/ens/v2/subnames/invitations/${nameOf(fixture, 'reserved')}?chainId=1`,
    () => undefined,
  ),
  'POST /ens/v1/subname/upload-to-cdn': send(
    'POST',
    (fixture) => `/ens/v1/subname/upload-to-cdn?ens=${nameOf(fixture, 'held')}&chainId=1`,
    image,
  ),
  'POST /ens/v1/primary-name/set-primary-name': post('/ens/v1/primary-name/set-primary-name', (fixture) => ({
    chainId: 1,
    name: nameOf(fixture, 'held'),
    address: fixture.holder.address,
  })),
}
