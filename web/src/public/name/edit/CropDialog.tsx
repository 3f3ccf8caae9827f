import { useEffect, useRef, useState } from 'react'
import type { Area } from 'react-easy-crop'
import { t } from '../../../text/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Cropper } from '../../../ui/Cropper.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/Dialog.tsx'

interface CropDialogProps {
  readonly title: string
  readonly picture: Picture
  /** Width by height. */
  readonly aspect: number
  /** Of the result, in pixels. */
  readonly width: number
  /** Of the mask: that of the place where the picture is shown. */
  readonly corners: 'round' | 'square'
  readonly onCropped: (image: Blob) => void
  readonly onClose: () => void
}

/** A file that the browser has read as an image. */
export interface Picture {
  readonly file: File
  readonly bitmap: ImageBitmap
}

/** The part of a picture that is used, as WebP. */
export function CropDialog({ title, picture, aspect, width, corners, onCropped, onClose }: CropDialogProps) {
  const { file, bitmap } = picture
  const [url, setUrl] = useState<string>()
  /** Known once the picture is drawn. */
  const [area, setArea] = useState<Area>()
  useEffect(() => {
    const opened = URL.createObjectURL(file)
    setUrl(opened)
    return () => URL.revokeObjectURL(opened)
  }, [file])
  const crop = (area: Area) => {
    const canvas = Object.assign(document.createElement('canvas'), {
      width,
      height: Math.round(width / aspect),
    })
    draw(canvas, bitmap, area)
    canvas.toBlob((image) => image && onCropped(image), 'image/webp', 0.9)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {url && <Cropper src={url} aspect={aspect} isRound={corners === 'round'} onCrop={setArea} />}
      <p className="text-soft mt-2 text-sm">{t('edit.crop-hint')}</p>
      <div className="mt-4 flex items-center gap-4">
        <span className="text-soft text-sm">{t('edit.preview')}</span>
        {previews[corners].map(({ size, className }) => (
          <Preview key={size} bitmap={bitmap} area={area} size={size} aspect={aspect} className={className} />
        ))}
      </div>
      <Button look="primary" className="mt-4 w-full" disabled={!area} onClick={() => area && crop(area)}>
        {t('edit.use-it')}
      </Button>
    </Dialog>
  )
}

/** Pixels of the width, and the corners: as in the places where the picture is shown. */
const previews = {
  round: [
    { size: 88, className: 'size-22 rounded-xl' },
    { size: 40, className: 'size-10 rounded-full' },
  ],
  square: [{ size: 240, className: 'w-60 rounded' }],
} as const

interface PreviewProps {
  readonly bitmap: ImageBitmap
  readonly area: Area | undefined
  readonly size: number
  readonly aspect: number
  readonly className: string
}

/** What would be seen. Decorative: the whole picture stands above. */
function Preview({ bitmap, area, size, aspect, className }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current && area) draw(canvas.current, bitmap, area)
  }, [bitmap, area])
  return (
    <canvas
      ref={canvas}
      aria-hidden
      // Displays have two pixels for one of the page.
      width={size * 2}
      height={Math.round((size * 2) / aspect)}
      className={classNames('bg-sunk min-w-0 object-contain', className)}
    />
  )
}

function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap, { x, y, width, height }: Area): void {
  canvas.getContext('2d')?.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height)
}
