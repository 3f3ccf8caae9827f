import 'react-easy-crop/react-easy-crop.css'
import { useState } from 'react'
import EasyCrop, { type Area } from 'react-easy-crop'
import { t } from '../text/messages.ts'

interface CropperProps {
  /** URL of the picture, such as of a blob. */
  readonly src: string
  /** Width by height. */
  readonly aspect: number
  readonly isRound?: boolean
  /** The part that would be used, in pixels of the picture. */
  readonly onCrop: (area: Area) => void
}

const maxZoom = 4

/** A part of a picture: dragged, made larger by wheel or pinch, moved by arrow keys. */
export function Cropper({ src, aspect, isRound = false, onCrop }: CropperProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  return (
    <div className="bg-sunk relative h-64 overflow-hidden rounded sm:h-80">
      <EasyCrop
        image={src}
        crop={crop}
        zoom={zoom}
        maxZoom={maxZoom}
        aspect={aspect}
        cropShape={isRound ? 'round' : 'rect'}
        showGrid={false}
        disableAutomaticStylesInjection
        cropperProps={{ role: 'group', 'aria-label': t('crop-area') }}
        onCropChange={setCrop}
        onZoomChange={setZoom}
        onCropComplete={(_share, area) => onCrop(area)}
      />
    </div>
  )
}
