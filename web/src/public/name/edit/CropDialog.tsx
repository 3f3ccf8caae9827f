import { useEffect, useState } from 'react'
import type { Area } from 'react-easy-crop'
import { t } from '../../../text/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Cropper } from '../../../ui/Cropper.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

interface CropDialogProps {
  readonly title: string
  readonly picture: Picture
  /** Width by height. */
  readonly aspect: number
  /** Of the result, in pixels. */
  readonly width: number
  readonly isRound: boolean
  readonly onCropped: (image: Blob) => void
  readonly onClose: () => void
}

/** A file that the browser has read as an image. */
export interface Picture {
  readonly file: File
  readonly bitmap: ImageBitmap
}

/** The part of a picture that is used, as WebP. */
export function CropDialog({ title, picture, aspect, width, isRound, onCropped, onClose }: CropDialogProps) {
  const { file, bitmap } = picture
  const [url, setUrl] = useState<string>()
  /** Known once the picture is drawn. */
  const [area, setArea] = useState<Area>()
  useEffect(() => {
    const opened = URL.createObjectURL(file)
    setUrl(opened)
    return () => URL.revokeObjectURL(opened)
  }, [file])
  const crop = ({ x, y, width: cropWidth, height: cropHeight }: Area) => {
    const canvas = Object.assign(document.createElement('canvas'), {
      width,
      height: Math.round(width / aspect),
    })
    canvas.getContext('2d')?.drawImage(bitmap, x, y, cropWidth, cropHeight, 0, 0, canvas.width, canvas.height)
    canvas.toBlob((image) => image && onCropped(image), 'image/webp', 0.9)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {url && <Cropper src={url} aspect={aspect} isRound={isRound} onCrop={setArea} />}
      <p className="text-soft mt-2 text-sm">{t('edit.crop-hint')}</p>
      <Button look="primary" className="mt-4 w-full" disabled={!area} onClick={() => area && crop(area)}>
        {t('edit.use-it')}
      </Button>
    </Dialog>
  )
}
