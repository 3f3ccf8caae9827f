import { cp, mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createWallet, signedHeaders } from '../support/credentials/signed-headers.ts'
import { ethereumAddress, subnameBody } from '../support/entities/subnames.ts'
import { startReceivers } from '../support/events/webhook-receiver.ts'
import { temporaryFolder } from '../support/folders.ts'
import { createClient, dataOf } from '../support/http/api-client.ts'
import { bucketSettings, startBucket } from '../support/media/bucket.ts'
import { fetchImage, randomImage, upload, uploadedUrl } from '../support/media/uploads.ts'
import { payingFetch, protocols, resolveUrl } from '../support/payments/clients.ts'
import { names, type PaymentFixture, startPaymentFixture } from '../support/payments/fixture.ts'
import { runInShell } from '../support/service/command.ts'
import { createTenant, withContext } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface Installation {
  /** Of its byname.js. */
  readonly path: string
  /** Moves the libraries and the bundle away, as an upgrade in place does. */
  readonly moveFiles: () => Promise<void>
}

/** Copies the bundle of the server, its libraries and the pages; removed after the running test. */
async function copyInstallation(): Promise<Installation> {
  await runInShell('node scripts/build-if-changed.js', {})
  const folder = await temporaryFolder()
  const copy = async (path: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(root, path), join(folder, path), { recursive: true })
  }
  for (const path of ['byname.js', 'current-build.js', 'package.json', 'dist']) await copy(`server/${path}`)
  await copy('web/dist')
  await runInShell(`node server/scripts/copy-libraries.js "${folder}"`, {})
  return {
    path: join(folder, 'server/byname.js'),
    moveFiles: async () => {
      await rename(join(folder, 'node_modules'), join(folder, 'node_modules.moved'))
      await rename(join(folder, 'server/dist'), join(folder, 'server/dist.moved'))
    },
  }
}

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
})
