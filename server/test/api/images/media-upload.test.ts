import { expect, it } from 'vitest'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import type { ErrorName } from '../../../src/errors.ts'
import type { ApiKeyScope } from '../../../src/model/api-key.ts'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { expectUnchanged, getSubname } from '../../support/entities/subnames.ts'
import { expectError } from '../../support/http/api-client.ts'
import type { ClientRequest } from '../../support/http/send-request.ts'
import {
  createForm,
  createHeldName,
  expectNothingStored,
  fetchImage,
  type HeldName,
  randomImage,
  upload,
  uploadedUrl,
  uploadPath,
} from '../../support/media/uploads.ts'
import { describeService } from '../../support/service/describe-service.ts'

const image = await randomImage().png().toBuffer()

describeService(
  'POST /ens/v1/subname/upload-to-cdn',
  (service) => {
    const send = (name: Pick<HeldName, 'domain' | 'label'>, request: ClientRequest) =>
      service().call('POST', uploadPath(name), request)

    const refuse = async (
      name: Pick<HeldName, 'domain' | 'label'>,
      request: ClientRequest,
      status: number,
      wireName: ErrorName,
    ) => {
      const act = () => expectUnchanged(service(), name.domain, () => send(name, request))
      expectError(await expectNothingStored(service(), act), status, wireName)
    }

    it('201, with 200 in the body, and the URL of the image below the URL of the service', async () => {
      const url = uploadedUrl(await upload(service(), await createHeldName(service()), image))
      expect(url).toMatch(new RegExp(`^${service().url}/media/[0-9a-f]{64}\\.png$`))
      await fetchImage(url)
    })

    it('201 with the signature as a part of the form, before or after the file', async () => {
      const name = await createHeldName(service())
      const { 'x-signature': signature, ...headers } = await signedHeaders(name.wallet, { chainId: 1 })
      const after = createForm(image)
      after.set('signature', signature)
      const responses = [
        await send(name, { headers, body: createForm(image, { signature }) }),
        await send(name, { headers, body: after }),
      ]
      const [first, second] = responses.map(uploadedUrl)
      expect(first).toBe(second)
    })

    it('201 for an avatar on mainnet without type and chain in the query', async () => {
      const { call, demo } = service()
      const name = await createHeldName(service())
      const large = await randomImage(600, 600).png().toBuffer()
      const response = await call('POST', `/ens/v1/subname/upload-to-cdn?ens=${name.label}.${demo[1].name}`, {
        headers: await signedHeaders(name.wallet, { chainId: 1 }),
        body: createForm(large),
      })
      expect(uploadedUrl(response)).toBe(uploadedUrl(await upload(service(), name, large, 'avatar')))
    })

    it('rule: uploading changes no record', async () => {
      const { demo } = service()
      const name = await createHeldName(service())
      const before = await getSubname(service(), demo[1], name.label)
      uploadedUrl(await expectUnchanged(service(), demo[1], () => upload(service(), name, image)))
      expect(await getSubname(service(), demo[1], name.label)).toMatchObject({ body: before.body })
    })

    it('401 without a signature, in any place for it', async () => {
      const name = await createHeldName(service())
      const { 'x-signature': _, ...headers } = await signedHeaders(name.wallet, { chainId: 1 })
      await refuse(name, { headers, body: createForm(image) }, 401, 'MissingSignatureException')
      const empty = createForm(image, { signature: '' })
      await refuse(name, { headers, body: empty }, 401, 'MissingSignatureException')
    })

    it('401 for the signature of another key in the name of the holder', async () => {
      const name = await createHeldName(service())
      const { address } = name.wallet
      const headers = await signedHeaders(createWallet(), { chainId: 1, address })
      await refuse(name, { headers, body: createForm(image) }, 401, 'InvalidSignatureException')
    })

    it('401 for a message for the other chain', async () => {
      const name = await createHeldName(service())
      const headers = await signedHeaders(name.wallet, { chainId: 11155111 })
      await refuse(name, { headers, body: createForm(image) }, 401, 'InvalidSignatureException')
    })

    it('403 for a signer that does not hold the name', async () => {
      const headers = await signedHeaders(createWallet(), { chainId: 1 })
      await refuse(
        await createHeldName(service()),
        { headers, body: createForm(image) },
        403,
        'NotHolderException',
      )
    })

    it('403 while the domain is blocked', async () => {
      const name = await createHeldName(service())
      const { db } = service().context.store
      const block = (isBlocked: boolean) =>
        db.updateTable('domains').set({ isBlocked }).where('id', '=', name.domain.id).execute()
      await block(true)
      const headers = await signedHeaders(name.wallet, { chainId: 1 })
      await refuse(name, { headers, body: createForm(image) }, 403, 'DomainBlockedException')
      await block(false)
    })

    it('404 for a name that does not exist, and for one of the other chain', async () => {
      const { demo } = service()
      const { label, wallet } = await createHeldName(service())
      const absent = { domain: demo[1], label: 'nobody' }
      const elsewhere = { domain: demo[11155111], label }
      for (const name of [absent, elsewhere]) {
        const headers = await signedHeaders(wallet, { chainId: name.domain.chainId })
        await refuse(name, { headers, body: createForm(image) }, 404, 'SubnameNotFoundException')
      }
    })

    it.each([
      ['ens=a.demo.eth&type=poster', 'BadRequestException'],
      ['ens=a.demo.eth&chainId=5', 'UnsupportedChainException'],
      ['ens=..eth', 'InvalidNameException'],
      ['type=avatar', 'BadRequestException'],
    ] as const)('400 for the query %s', async (query, wireName) => {
      const headers = await signedHeaders(createWallet(), { chainId: 1 })
      const request = { headers, body: createForm(image) }
      const response = await service().call('POST', `/ens/v1/subname/upload-to-cdn?${query}`, request)
      expectError(response, 400, wireName)
    })
  },
  { withNodes: true },
)

describeService('POST /ens/v1/ens/upload-to-cdn', (service) => {
  const send = (headers: Readonly<Record<string, string>>, id = service().demo[1].id, query = '') =>
    service().call('POST', `/ens/v1/ens/upload-to-cdn?ensId=${id}${query}`, {
      headers,
      body: createForm(image),
    })

  const keyWith = async (scopes: readonly ApiKeyScope[], workspaceId = service().workspaceId) => {
    const { key } = await createApiKey(service().context, { workspaceId, name: 'other', scopes })
    return { 'x-api-key': key }
  }

  it('201 for a key of the workspace with domains:write, and for an admin key of any', async () => {
    const { id: workspaceId } = await createWorkspace(service().context, { name: 'Operator' })
    const url = uploadedUrl(await send({ 'x-api-key': service().key }))
    await fetchImage(url)
    expect(uploadedUrl(await send(await keyWith(['admin'], workspaceId)))).toBe(url)
    expect(uploadedUrl(await send(await keyWith(['domains:write']), undefined, '&type=banner'))).toBe(url)
  })

  it.each([
    ['401 without a key', async () => ({}), 401, 'InvalidApiKeyException'],
    ['401 for an unknown key', async () => ({ 'x-api-key': 'unknown' }), 401, 'InvalidApiKeyException'],
    ['403 for a key without domains:write', () => keyWith(['names:write']), 403, 'ForbiddenException'],
    [
      '403 for a key of another workspace',
      async () => {
        const { id } = await createWorkspace(service().context, { name: 'Rival' })
        return keyWith(['names:write', 'domains:write'], id)
      },
      403,
      'ForbiddenException',
    ],
  ] as const)('%s', async (_title, headers, status, wireName) => {
    const presented = await headers()
    expectError(await expectNothingStored(service(), () => send(presented)), status, wireName)
  })

  it('404 for an unknown domain id', async () => {
    const response = await expectNothingStored(service(), () => send({ 'x-api-key': service().key }, 'none'))
    expectError(response, 404, 'EnsNotFound')
  })
})
