import 'react-easy-crop/react-easy-crop.css'
import { Minus, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import EasyCrop, { type Area } from 'react-easy-crop'
import { t } from '../text/messages.ts'
import { IconButton } from './Button.tsx'

interface CropperProps {
  /** URL of the picture, such as of a blob. */
  readonly src: string
  /** Width by height. */
  readonly aspect: number
  readonly isRound?: boolean
  /** The part that would be used, in pixels of the picture; after each change. */
  readonly onCrop: (area: Area) => void
}

const maxZoom = 4

/** Of the slider and its buttons. */
const zoomStep = 0.1

/** Pixels for a press of an arrow key. */
const keyboardStep = 8

/** A part of a picture: dragged or moved by arrow keys, made larger by slider, buttons, wheel or pinch. */
export function Cropper({ src, aspect, isRound = false, onCrop }: CropperProps) {
  const id = useId()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const zoomBy = (step: number) => setZoom(Math.min(maxZoom, Math.max(1, zoom + step)))
  return (
    <>
      <div className="bg-sunk relative h-64 overflow-hidden rounded sm:h-80">
        <EasyCrop
          image={src}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={aspect}
          cropShape={isRound ? 'round' : 'rect'}
          showGrid={false}
          keyboardStep={keyboardStep}
          disableAutomaticStylesInjection
          cropperProps={{ role: 'group', 'aria-label': t('crop.area') }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_share, area) => onCrop(area)}
        />
      </div>
      <div className="mt-3 flex items-center gap-2">
        <IconButton label={t('crop.smaller')} disabled={zoom <= 1} onClick={() => zoomBy(-5 * zoomStep)}>
          <Minus aria-hidden className="size-4" />
        </IconButton>
        <label htmlFor={id} className="sr-only">
          {t('crop.zoom')}
        </label>
        <input
          id={id}
          type="range"
          min={1}
          max={maxZoom}
          step={zoomStep}
          value={zoom}
          onChange={({ currentTarget }) => setZoom(currentTarget.valueAsNumber)}
          className="accent-accent h-6 min-w-0 flex-1"
        />
        <IconButton label={t('crop.larger')} disabled={zoom >= maxZoom} onClick={() => zoomBy(5 * zoomStep)}>
          <Plus aria-hidden className="size-4" />
        </IconButton>
      </div>
    </>
  )
}
