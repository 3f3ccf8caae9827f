import { signedHeaders } from '../credentials/signed-headers.ts'
import { subnameBody } from '../entities/subnames.ts'
import { dataOf } from '../http/api-client.ts'
import type { TestService } from '../service/service.ts'
import { createHeldName, fetchImage, type HeldName, randomImage, upload, uploadedUrl } from './uploads.ts'

interface Picture extends HeldName {
  readonly name: string
  readonly url: string
  /** Its last part. */
  readonly file: string
  readonly bytes: Buffer
}

/** New names of demo.eth, each with an avatar of another type. */
export async function uploadPictures(service: TestService): Promise<readonly Picture[]> {
  const images = [
    randomImage().png().toBuffer(),
    randomImage().jpeg().toBuffer(),
    randomImage().webp().toBuffer(),
  ]
  return Promise.all(images.map(async (image) => uploadPicture(service, await image)))
}

async function uploadPicture(service: TestService, image: Buffer): Promise<Picture> {
  const held = await createHeldName(service)
  const { domain, label, wallet } = held
  const url = uploadedUrl(await upload(service, held, image))
  const headers = await signedHeaders(wallet, { chainId: domain.chainId })
  const body = { ...subnameBody(domain, label), text: [{ key: 'avatar', value: url }] }
  dataOf(await service.call('POST', '/ens/v1/subname/update', { headers, body }))
  const file = url.split('/').at(-1) ?? ''
  return { ...held, name: `${label}.${domain.name}`, url, file, bytes: (await fetchImage(url)).bytes }
}
