import { useId, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { reach } from '../../../api/reach.ts'
import { Failure } from '../../../form/Failure.tsx'
import { useAction } from '../../../form/use-action.ts'
import { t } from '../../../text/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { FileInput } from '../../../ui/FileInput.tsx'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name } from '../../page-data.ts'
import { CropDialog, type Picture } from './CropDialog.tsx'
import { signedHeaders } from './session.ts'

interface ImageFieldProps {
  readonly preset: ImagePreset
  readonly name: Name
  readonly wallet: ConnectedWallet
  /** URL of the record. */
  readonly value: string
  readonly onChange: (url: string) => void
}

const titles = { avatar: 'edit.avatar', banner: 'edit.banner' } as const

/** Uploads the picture at once; the record that points to it is saved with the others. */
export function ImageField({ preset, name, wallet, value, onChange }: ImageFieldProps) {
  const id = useId()
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
        <FileInput id={id} kind="image" onFile={open} />
        {value !== '' && (
          <Button look="quiet" onClick={() => onChange('')}>
            {t('edit.remove')}
          </Button>
        )}
      </div>
      <p aria-live="polite" className="text-soft name-breaks mt-1 text-sm">
        {uploading.isBusy ? t('edit.uploading') : value}
      </p>
      <Failure title={t('edit.not-uploaded')} problem={opening.problem ?? uploading.problem} />
      {picture && (
        <CropDialog
          title={t(titles[preset])}
          picture={picture}
          aspect={preset === 'avatar' ? 1 : 3}
          isRound={false}
          width={preset === 'avatar' ? 512 : 1500}
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
