import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import type { PrivateKeyAccount } from 'viem/accounts'
import { expect } from 'vitest'
import type { Domain } from '../../src/store/domains.ts'
import { type Answer, dataOf } from './api-client.ts'
import { ethereumAddress, issue } from './names.ts'
import type { TestService } from './service.ts'
import { newWallet, signedHeaders } from './signed-headers.ts'

/** An image in which no two pixels need to be alike; no two calls give the same one. */
export const picture = (width = 64, height = 48): Sharp =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

/** Frames of one size. */
export const frames = (count: number): Promise<Buffer[]> =>
  Promise.all(Array.from({ length: count }, () => picture(30, 20).png().toBuffer()))

/** A form with a file in it, called as if it were a png, and fields. */
export const formOf = (file: Uint8Array, fields: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([Uint8Array.from(file)], { type: 'image/png' }), 'me.png')
  return form
}

/** A name that its wallet may upload for. */
export interface HeldName {
  readonly domain: Domain
  readonly label: string
  readonly wallet: PrivateKeyAccount
}

/** Issues a name of a label nobody else has. */
export async function heldName(service: TestService): Promise<HeldName> {
  const wallet = newWallet()
  const domain = service.demo[1]
  const label = `n${randomBytes(8).toString('hex')}`
  await issue(service, domain, label, { addresses: [ethereumAddress(wallet.address)] })
  return { domain, label, wallet }
}

export const uploadPath = ({ domain, label }: Pick<HeldName, 'domain' | 'label'>, type = 'avatar') =>
  `/ens/v1/subname/upload-to-cdn?ens=${label}.${domain.name}&type=${type}&chainId=${domain.chainId}`

/** Uploads an image for a name, signed by its holder. */
export const upload = async (
  { call }: TestService,
  name: HeldName,
  file: Uint8Array,
  type?: string,
): Promise<Answer> =>
  call('POST', uploadPath(name, type), {
    headers: await signedHeaders(name.wallet, { chainId: name.domain.chainId }),
    body: formOf(file),
  })

/** An upload answers 201; its clients read the URL only where the envelope says 200. */
export const urlOf = (answer: Answer): string => dataOf<{ url: string }>(answer, 201, 200).url

/** Reads an image to its end; it has to be there. */
export async function imageAt(url: string): Promise<{ headers: Headers; bytes: Buffer }> {
  const response = await fetch(url, { headers: { origin: 'https://app.example' } })
  expect(response.status).toBe(200)
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Uploads an image and reads what came of it. */
export async function uploaded(
  service: TestService,
  file: Uint8Array,
  type?: string,
): Promise<{ url: string; bytes: Buffer }> {
  const url = urlOf(await upload(service, await heldName(service), file, type))
  return { url, bytes: (await imageAt(url)).bytes }
}

/** The files in the folder of images, unfinished ones too. */
export const keptFiles = ({ context }: TestService): Promise<string[]> =>
  readdir(context.config.mediaFolder).catch(() => [])

/** Expects that `act` keeps no image; gives what it gives. */
export async function keepsNothing<Result>(
  service: TestService,
  act: () => Promise<Result>,
): Promise<Result> {
  const before = await keptFiles(service)
  const result = await act()
  expect(await keptFiles(service)).toEqual(before)
  return result
}
