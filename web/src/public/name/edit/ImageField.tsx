import { use, useId, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { reach } from '../../../api/reach.ts'
import { Failure } from '../../../form/Failure.tsx'
import { useAction } from '../../../form/use-action.ts'
import { t } from '../../../text/messages.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Accent } from '../../../ui/accent.ts'
import { Button } from '../../../ui/Button.tsx'
import { FileInput } from '../../../ui/FileInput.tsx'
import { generatedBannerUrl } from '../../../ui/generated-avatar-url.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name } from '../../page-data.ts'
import { CropDialog, type Picture } from './CropDialog.tsx'
import { signedHeaders } from './session.ts'

interface ImageFieldProps {
  readonly preset: ImagePreset
  readonly name: Name
  readonly wallet: ConnectedWallet
  /** URL of the record; empty: none. */
  readonly value: string
  /** Its picture at this service; null: none that can be shown. */
  readonly picture: string | null
  readonly onChange: (url: string) => void
}

/** Width by height, pixels of the width, and the corners of its mask. */
const shapes = {
  avatar: { aspect: 1, width: 512, corners: 'round' },
  banner: { aspect: 3, width: 1500, corners: 'square' },
} as const

const titles = { avatar: 'edit.avatar', banner: 'edit.banner' } as const

/** Uploads the picture at once; the record that points to it is saved with the others. */
export function ImageField({ preset, name, wallet, value, picture: shown, onChange }: ImageFieldProps) {
  const id = useId()
  const accent = use(Accent)
  const [picture, setPicture] = useState<Picture>()
  const opening = useAction()
  const uploading = useAction()
  const open = (file: File) => {
    uploading.forgetProblem()
    void opening.run(async () =>
      setPicture({
        file,
        bitmap: await createImageBitmap(file).catch(() => {
          throw new Error(t('edit.not-a-picture'))
        }),
      }),
    )
  }
  const upload = (image: Blob) => {
    setPicture(undefined)
    void uploading.run(async () => onChange(await uploadImage(name, wallet, { preset, image })))
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {t(titles[preset])}
      </label>
      <div className="flex flex-wrap items-center gap-3">
        {preset === 'avatar' ? (
          <Avatar name={name.ens} src={shown} size="xl" shape="square" />
        ) : (
          <img
            src={shown ?? generatedBannerUrl(name.ens, accent)}
            alt=""
            className="bg-sunk aspect-3/1 w-60 max-w-full rounded object-cover"
          />
        )}
        <FileInput id={id} kind="image" onFile={open} />
        {value !== '' && (
          <Button look="quiet" onClick={() => onChange('')}>
            {t('edit.remove')}
          </Button>
        )}
      </div>
      <p aria-live="polite" className="text-soft mt-1 text-sm">
        {uploading.isBusy && t('edit.uploading')}
      </p>
      <Failure title={t('edit.not-uploaded')} problem={opening.problem ?? uploading.problem} />
      {picture && (
        <CropDialog
          title={t(titles[preset])}
          picture={picture}
          {...shapes[preset]}
          onCropped={upload}
          onClose={() => setPicture(undefined)}
        />
      )}
    </div>
  )
}

type ImagePreset = 'avatar' | 'banner'

/** Returns the URL for the text record. */
async function uploadImage(
  name: Name,
  wallet: ConnectedWallet,
  { preset, image }: { readonly preset: ImagePreset; readonly image: Blob },
): Promise<string> {
  const headers = await signedHeaders(wallet, name.chainId)
  const form = new FormData()
  form.append('file', image, `${preset}.webp`)
  const query = new URLSearchParams({ ens: name.ens, type: preset, chainId: `${name.chainId}` })
  const response = await reach(`/ens/v1/subname/upload-to-cdn?${query}`, {
    method: 'POST',
    headers,
    body: form,
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw ApiError.fromEnvelope(body, response)
  // Safe because this is the documented response.
  return (body as { result: { data: { url: string } } }).result.data.url
}
