import { randomBytes } from 'node:crypto'
import type { Domain } from '../../../src/model/domain.ts'
import type { OnChain } from '../entities/on-chain.ts'
import { ethereumAddress, seedReservation, seedSubname, subnameBody } from '../entities/subnames.ts'
import type { ApiResponse } from '../http/api-client.ts'
import { createForm, randomImage } from '../media/uploads.ts'
import { sendOperation, type ValidInput } from '../openapi/operations.ts'
import type { TestService } from '../service/service.ts'
import { createWallet, type SignedMessage, type Signer, toSignedHeaders } from './signed-headers.ts'
import { ownHost } from './single-use.ts'

/** Labels of a domain on mainnet, all of one wallet. */
export interface NamesOfHolder {
  readonly domain: OnChain
  readonly holder: Signer
  /** Not issued. */
  readonly fresh: string
  /** Claimed by the holder. */
  readonly held: string
  /** Reserved for the holder. */
  readonly reserved: string
}

/** The subject of a signed operation. */
export interface SignedFixture extends NamesOfHolder {
  readonly service: TestService
  readonly domain: Domain
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
export function nameOf(fixture: NamesOfHolder, label: Label): string {
  return `${fixture[label]}.${fixture.domain.name}`
}

type Label = 'fresh' | 'held' | 'reserved'

type PrepareSigned = (names: NamesOfHolder) => ValidInput | Promise<ValidInput>

const mainnet = { chainId: '1' }
const text = [{ key: 'url', value: 'https://example.com' }]
const change = { text, addresses: [], contentHash: '' }

function bodyOf(names: NamesOfHolder, label: Label) {
  return subnameBody(names.domain, names[label])
}

const add = ((names) => ({
  body: { ...bodyOf(names, 'fresh'), addresses: [ethereumAddress(names.holder.address)], text },
})) satisfies PrepareSigned

/** Every operation that takes signature headers and no challenge, with a request that is valid for its holder. */
export const signedInputs = {
  'GET /byname/v1/names/{name}/history': (names) => ({
    params: { name: nameOf(names, 'held') },
    query: mainnet,
  }),
  'GET /byname/v1/claims': ({ domain }) => ({ query: { ...mainnet, domain: domain.name } }),
  'POST /byname/v1/names/batch': ({ domain, held }) => ({
    query: mainnet,
    body: {
      domain: domain.name,
      mode: 'atomic',
      items: [{ action: 'change', label: held, ...change }],
    },
  }),
  'POST /ens/v1/subname/add': add,
  'POST /ens/v2/subnames': add,
  'POST /ens/v1/subname/update': (names) => ({ body: { ...bodyOf(names, 'held'), ...change } }),
  'PATCH /ens/v2/subnames/{subname}': (names) => ({
    params: { subname: nameOf(names, 'held') },
    query: mainnet,
    body: change,
  }),
  'POST /ens/v1/subname/accept': (names) => ({ body: { ...bodyOf(names, 'reserved'), text } }),
  'PATCH /ens/v2/subnames/invitations/{subname}': (names) => ({
    params: { subname: nameOf(names, 'reserved') },
    query: mainnet,
    body: { text },
  }),
  'POST /ens/v1/subname/reject': (names) => ({ body: bodyOf(names, 'reserved') }),
  'POST /ens/v1/subname/revoke': (names) => ({ body: bodyOf(names, 'held') }),
  'DELETE /ens/v2/subnames/invitations/{subname}': (names) => ({
    params: { subname: nameOf(names, 'reserved') },
    query: mainnet,
  }),
  'POST /ens/v1/subname/upload-to-cdn': async (names) => ({
    query: { ens: nameOf(names, 'held'), type: 'avatar', ...mainnet },
    body: createForm(await randomImage().png().toBuffer()),
  }),
  'POST /ens/v1/primary-name/set-primary-name': (names) => ({
    body: { chainId: 1, name: nameOf(names, 'held'), address: names.holder.address },
  }),
} satisfies Readonly<Record<string, PrepareSigned>>

type SignedOperation = (fixture: SignedFixture, signed: SignedMessage) => Promise<ApiResponse>

/** Sends each of them with a message; a write with the key of the workspace too, a read by the signature alone. */
export const signedOperations: Readonly<Record<string, SignedOperation>> = Object.fromEntries(
  Object.entries<PrepareSigned>(signedInputs).map(([title, prepare]) => {
    const [method = '', path = ''] = title.split(' ')
    const send: SignedOperation = async (fixture, signed) => {
      const { call, key } = fixture.service
      // What is not public is read at this service only.
      const credential = method === 'GET' ? ownHost : { 'x-api-key': key }
      const headers = { ...credential, ...toSignedHeaders(signed) }
      return sendOperation(call, { method, path }, await prepare(fixture), headers)
    }
    return [title, send]
  }),
)
