import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import sharp from 'sharp'
import type { LocalAccount } from 'viem/accounts'
import { expect } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { createWallet, signedHeaders } from '../credentials/signed-headers.ts'
import { ethereumAddress, seedSubname } from '../entities/subnames.ts'
import { type ApiResponse, dataOf } from '../http/api-client.ts'
import type { TestService } from '../service/service.ts'

/** A random image; no two calls return the same one. */
export function randomImage(width = 64, height = 48): Sharp {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
}

/** Frames of one size. */
export function frames(count: number): Promise<Buffer[]> {
  return Promise.all(Array.from({ length: count }, () => randomImage(30, 20).png().toBuffer()))
}

/** A form with a file in it, declared as a png, and fields. */
export function createForm(file: Uint8Array, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([Uint8Array.from(file)], { type: 'image/png' }), 'me.png')
  return form
}

/** A name for which its wallet may upload. */
export interface HeldName {
  readonly domain: Domain
  readonly label: string
  readonly wallet: LocalAccount
}

/** Issues a name of a new label. */
export async function createHeldName(service: TestService): Promise<HeldName> {
  const wallet = createWallet()
  const domain = service.demo[1]
  const label = `n${randomBytes(8).toString('hex')}`
  await seedSubname(service, domain, label, { addresses: [ethereumAddress(wallet.address)] })
  return { domain, label, wallet }
}

export function uploadPath({ domain, label }: Pick<HeldName, 'domain' | 'label'>, type = 'avatar') {
  return `/ens/v1/subname/upload-to-cdn?ens=${label}.${domain.name}&type=${type}&chainId=${domain.chainId}`
}

/** Uploads an image for a name, signed by its holder. */
export async function upload(
  { call }: Pick<TestService, 'call'>,
  name: HeldName,
  file: Uint8Array,
  type?: string,
): Promise<ApiResponse> {
  return call('POST', uploadPath(name, type), {
    headers: await signedHeaders(name.wallet, { chainId: name.domain.chainId }),
    body: createForm(file),
  })
}

/** The URL of an upload: 201, with 200 in the envelope, without which clients ignore the URL. */
export function uploadedUrl(response: ApiResponse): string {
  return dataOf<{ url: string }>(response, 201, 200).url
}

/** Reads a whole image, which has to exist. */
export async function fetchImage(url: string): Promise<{ headers: Headers; bytes: Buffer }> {
  const response = await fetch(url, { headers: { origin: 'https://app.example' } })
  expect(response.status).toBe(200)
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Uploads an image and reads the stored one. */
export async function uploadAndFetch(
  service: TestService,
  file: Uint8Array,
  type?: string,
): Promise<{ url: string; bytes: Buffer }> {
  const url = uploadedUrl(await upload(service, await createHeldName(service), file, type))
  return { url, bytes: (await fetchImage(url)).bytes }
}

/** The files in the folder of images, unfinished ones too. */
export function storedFiles({ context }: TestService): Promise<string[]> {
  return readdir(context.config.mediaFolder).catch(() => [])
}

/** Expects that `act` stores no image; returns what it returns. */
export async function expectNothingStored<Result>(
  service: TestService,
  action: () => Promise<Result>,
): Promise<Result> {
  const before = await storedFiles(service)
  const result = await action()
  expect(await storedFiles(service)).toEqual(before)
  return result
}
