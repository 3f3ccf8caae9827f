import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createClient, dataOf } from '../support/api-client.ts'
import { bucketSettings, startBucket } from '../support/bucket.ts'
import { copyInstallation } from '../support/installation.ts'
import { payingFetch, protocols, resolveUrl } from '../support/payment-clients.ts'
import { names, type PaymentFixture, startPaymentFixture } from '../support/payment-fixture.ts'
import { createTenant, withContext } from '../support/service.ts'
import { createWallet, signedHeaders } from '../support/signed-headers.ts'
import { ethereumAddress, subnameBody } from '../support/subnames.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { fetchImage, randomImage, upload, uploadedUrl } from '../support/uploads.ts'
import { waitUntil } from '../support/wait-until.ts'
import { startReceivers } from '../support/webhook-receiver.ts'

let fixture: PaymentFixture
beforeAll(async () => {
  fixture = await startPaymentFixture()
})
afterAll(() => fixture.stop())

it('rule: a service that has started serves everything while its libraries and its bundle are moved away', async () => {
  const bucket = await startBucket(await temporaryFolder())
  const receivers = await startReceivers()
  onTestFinished(async () => {
    await receivers.close()
    await bucket.stop()
  })
  const settings = {
    ...bucketSettings(bucket.url),
    OUTBOUND_ALLOWED_ORIGINS: [receivers.origin, bucket.url, new URL(fixture.namesRpc.url).origin].join(','),
  }
  const { key, demo } = await withContext(fixture.environment(settings), createTenant)
  const { path, moveFiles } = await copyInstallation()
  const { url, end } = await fixture.startProcess(settings, { path })
  await moveFiles()
  const [call, headers] = [await createClient(url), { 'x-api-key': key }]

  // A webhook, and a name whose event it delivers.
  const receiver = receivers.open()
  dataOf(
    await call('POST', '/byname/v1/webhooks', {
      headers,
      body: { url: receiver.url, domains: [demo[1].id] },
    }),
    201,
  )
  const wallet = createWallet()
  const body = { ...subnameBody(demo[1], 'alice'), overrideSignatureCheck: true }
  dataOf(
    await call('POST', '/ens/v1/subname/add', {
      headers,
      body: { ...body, addresses: [ethereumAddress(wallet.address)] },
    }),
  )
  await waitUntil('the event has arrived', () => receiver.requests.length > 0)

  // Uploads, into the bucket, and an image that is read from there.
  const image = await randomImage().png().toBuffer()
  const imageUrl = uploadedUrl(await upload({ call }, { domain: demo[1], label: 'alice', wallet }, image))
  expect((await fetchImage(imageUrl)).headers.get('content-type')).toBe('image/png')
  dataOf(
    await call('POST', '/ens/v1/subname/update', {
      headers: await signedHeaders(wallet, { chainId: 1 }),
      body: { ...subnameBody(demo[1], 'alice'), text: [{ key: 'avatar', value: imageUrl }] },
    }),
  )
  const avatar = `${url}/byname/v1/names/alice.${demo[1].name}/avatar?chainId=1`
  await waitUntil('the avatar is served', async () => (await fetch(avatar)).status === 200)

  // Documents and pages.
  for (const document of ['/docs/', '/docs/js/scalar.js', '/openapi.json', '/ready'])
    expect([document, (await fetch(url + document)).status]).toEqual([document, 200])
  for (const page of ['/', `/claim/${demo[1].name}`, `/n/alice.${demo[1].name}`, '/me', '/console']) {
    const response = await fetch(url + page, { headers: { accept: 'text/html' } })
    expect([page, response.status]).toEqual([page, 200])
    const [, script = ''] = /<script[^>]*src="([^"]+)"/.exec(await response.text()) ?? []
    expect((await fetch(new URL(script, url + page))).status).toBe(200)
  }

  // Resolution through a caller's RPC, and paid by both protocols.
  const rpc = new URLSearchParams({ rpcUrl: fixture.namesRpc.url })
  expect((await fetch(`${resolveUrl(url, names[0])}&${rpc}`)).status).toBe(200)
  for (const protocol of protocols) {
    const pay = payingFetch(protocol, await fixture.createPayer())
    expect([protocol, (await pay(resolveUrl(url, names[0]))).status]).toEqual([protocol, 200])
  }
  expect(await end('SIGTERM')).toBe(0)
}, 120_000)
