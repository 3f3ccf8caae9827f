import { useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { FileInput } from '../../../ui/FileInput.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import { explainError } from '../../../wallet/wallet-error.ts'
import type { Name } from '../../page-data.ts'
import { CropDialog } from './CropDialog.tsx'
import { type ImagePreset, uploadImage } from './upload-image.ts'

interface ImageFieldProps {
  readonly preset: ImagePreset
  readonly name: Name
  readonly wallet: ConnectedWallet
  /** URL of the record. */
  readonly value: string
  readonly onChange: (url: string) => void
}

const titles = { avatar: 'Avatar', banner: 'Banner' } as const

/** Uploads the picture at once; the record that points to it is saved with the others. */
export function ImageField({ preset, name, wallet, value, onChange }: ImageFieldProps) {
  const id = useId()
  const [bitmap, setBitmap] = useState<ImageBitmap>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const open = (file: File) => {
    setProblem(undefined)
    createImageBitmap(file).then(setBitmap, () =>
      setProblem('This file is not a picture that browsers can read.'),
    )
  }
  const upload = async (image: Blob) => {
    setBitmap(undefined)
    setIsBusy(true)
    try {
      onChange(await uploadImage(name, wallet, { preset, image }))
    } catch (error) {
      setProblem(explainError(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {titles[preset]}
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <FileInput id={id} kind="image" size="comfortable" onFile={open} />
        {value !== '' && (
          <Button look="quiet" onClick={() => onChange('')}>
            Remove
          </Button>
        )}
      </div>
      <p aria-live="polite" className="text-soft name-breaks mt-1 text-sm">
        {isBusy ? 'Uploading…' : value}
      </p>
      {problem !== undefined && (
        <Notice tone="bad" title="The picture was not uploaded." isLive>
          {problem}
        </Notice>
      )}
      {bitmap && (
        <CropDialog
          title={titles[preset]}
          bitmap={bitmap}
          aspect={preset === 'avatar' ? 1 : 3}
          width={preset === 'avatar' ? 512 : 1500}
          onCropped={(image) => void upload(image)}
          onClose={() => setBitmap(undefined)}
        />
      )}
    </div>
  )
}
