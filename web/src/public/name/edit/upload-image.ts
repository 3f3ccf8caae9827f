import { ApiError } from '../../../api/api-error.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name } from '../../page-data.ts'
import { signedHeaders } from './session.ts'

export type ImagePreset = 'avatar' | 'banner'

/** Returns the URL for the text record. */
export async function uploadImage(
  name: Name,
  wallet: ConnectedWallet,
  { preset, image }: { readonly preset: ImagePreset; readonly image: Blob },
): Promise<string> {
  const headers = await signedHeaders(wallet, name.chainId)
  const form = new FormData()
  form.append('file', image, `${preset}.webp`)
  const query = new URLSearchParams({ ens: name.ens, type: preset, chainId: `${name.chainId}` })
  const response = await fetch(`/ens/v1/subname/upload-to-cdn?${query}`, {
    method: 'POST',
    headers,
    body: form,
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw ApiError.fromEnvelope(answer, response)
  // Safe because this is the documented answer.
  return (answer as { result: { data: { url: string } } }).result.data.url
}
