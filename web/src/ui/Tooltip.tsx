import { Tooltip as Primitive } from '@base-ui/react/tooltip'
import { type ReactElement, type ReactNode, use } from 'react'
import { PopupContainer } from './Dialog.tsx'
import { layer } from './popup.ts'

interface TooltipProps {
  /** What is seen on hover and focus; a finger never sees it, so it only repeats or abbreviates. */
  readonly words: ReactNode
  /** A control with a name of its own. */
  readonly children: ReactElement
}

export function Tooltip({ words, children }: TooltipProps) {
  const container = use(PopupContainer)
  return (
    <Primitive.Root>
      <Primitive.Trigger render={children} />
      <Primitive.Portal container={container}>
        <Primitive.Positioner sideOffset={6} collisionPadding={8} positionMethod="fixed" className={layer}>
          <Primitive.Popup className="pops bg-ink text-ground shadow max-w-64 rounded-sm px-2 py-1 text-xs forced-colors:border">
            {words}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
