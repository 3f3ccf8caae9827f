import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
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

const keySteps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-0.05, 0],
  ArrowRight: [0.05, 0],
  ArrowUp: [0, -0.05],
  ArrowDown: [0, 0.05],
}

/** Drag or use the arrow keys to move, the slider to enlarge. */
export function CropDialog({ title, bitmap, aspect, width, onCropped, onClose }: CropDialogProps) {
  const zoomId = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [zoom, setZoom] = useState(1)
  const [center, setCenter] = useState<readonly [number, number]>([0.5, 0.5])
  const height = Math.round(width / aspect)
  const rectangle = cropRectangle(bitmap, { aspect, zoom, center })
  useEffect(() => {
    const { x, y, width: cropWidth, height: cropHeight } = rectangle
    canvas.current?.getContext('2d')?.drawImage(bitmap, x, y, cropWidth, cropHeight, 0, 0, width, height)
  })
  const move = (x: number, y: number) => setCenter(([one, other]) => [clamp(one + x), clamp(other + y)])
  const drag = ({ movementX, movementY, buttons, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    if (buttons === 0) return
    const scale = rectangle.width / currentTarget.clientWidth
    move((-movementX * scale) / bitmap.width, (-movementY * scale) / bitmap.height)
  }
  const crop = () => canvas.current?.toBlob((image) => image && onCropped(image), 'image/webp', 0.9)
  return (
    <Dialog title={title} onClose={onClose}>
      <canvas
        ref={canvas}
        width={width}
        height={height}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture.
        tabIndex={0}
        aria-label="Part of the picture. The arrow keys move it."
        className="border-line w-full cursor-move touch-none rounded border"
        onPointerMove={drag}
        onKeyDown={(event) => {
          const step = keySteps[event.key]
          if (!step) return
          event.preventDefault()
          move(...step)
        }}
      />
      <label htmlFor={zoomId} className="mt-4 block text-sm font-medium">
        Size
      </label>
      <input
        id={zoomId}
        type="range"
        min="1"
        max="4"
        step="0.05"
        value={zoom}
        onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
        className="accent-accent min-h-8 w-full"
      />
      <Button look="primary" className="mt-4 w-full" onClick={crop}>
        Use it
      </Button>
    </Dialog>
  )
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
