import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { cropRectangle } from './crop-rectangle.ts'

interface CropDialogProps {
  readonly title: string
  readonly bitmap: ImageBitmap
  /** Width by height. */
  readonly aspect: number
  /** Of the result, in pixels. */
  readonly width: number
  readonly onCropped: (image: Blob) => void
  readonly onClose: () => void
}

/** The picture can be dragged, too. */
export function CropDialog({ title, bitmap, aspect, width, onCropped, onClose }: CropDialogProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [zoom, setZoom] = useState(1)
  const [center, setCenter] = useState<readonly [number, number]>([0.5, 0.5])
  const height = Math.round(width / aspect)
  const rectangle = cropRectangle(bitmap, { aspect, zoom, center })
  useEffect(() => {
    const { x, y, width: cropWidth, height: cropHeight } = rectangle
    canvas.current?.getContext('2d')?.drawImage(bitmap, x, y, cropWidth, cropHeight, 0, 0, width, height)
  })
  const drag = ({ movementX, movementY, buttons, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    if (buttons === 0) return
    const scale = rectangle.width / currentTarget.clientWidth
    setCenter(([x, y]) => [
      clamp(x - (movementX * scale) / bitmap.width),
      clamp(y - (movementY * scale) / bitmap.height),
    ])
  }
  const crop = () => canvas.current?.toBlob((image) => image && onCropped(image), 'image/webp', 0.9)
  return (
    <Dialog title={title} onClose={onClose}>
      <canvas
        ref={canvas}
        width={width}
        height={height}
        role="img"
        aria-label="The part of the picture that will be used"
        className="border-line w-full cursor-move touch-none rounded border"
        onPointerMove={drag}
      />
      <div className="mt-4 grid gap-2">
        <Slider title="Size" min={1} max={4} value={zoom} onChange={setZoom} />
        <Slider
          title="Left to right"
          min={0}
          max={1}
          value={center[0]}
          onChange={(x) => setCenter([x, center[1]])}
        />
        <Slider
          title="Top to bottom"
          min={0}
          max={1}
          value={center[1]}
          onChange={(y) => setCenter([center[0], y])}
        />
      </div>
      <Button look="primary" className="mt-4 w-full" onClick={crop}>
        Use it
      </Button>
    </Dialog>
  )
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

interface SliderProps {
  readonly title: string
  readonly min: number
  readonly max: number
  readonly value: number
  readonly onChange: (value: number) => void
}

function Slider({ title, min, max, value, onChange }: SliderProps) {
  return (
    <label className="grid text-sm font-medium">
      {title}
      <input
        type="range"
        min={min}
        max={max}
        step="any"
        value={value}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        className="accent-accent min-h-8 w-full"
      />
    </label>
  )
}
