import { Popover as Primitive } from '@base-ui/react/popover'
import { type ReactElement, type ReactNode, use } from 'react'
import { classNames } from './class-names.ts'
import { PopupContainer } from './Dialog.tsx'
import { layer, popupShape } from './popup.ts'

interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly title?: string
  /** Names it where it has no title. */
  readonly label?: string
  readonly align?: 'start' | 'center' | 'end'
  /** Absent: it keeps its own state. */
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  readonly className?: string
  readonly children: ReactNode
}

/** A box beside what it is about; the page behind stays usable. */
export function Popover({
  trigger,
  title,
  label,
  align = 'start',
  isOpen,
  onOpenChange,
  className = 'w-80 p-4',
  children,
}: PopoverProps) {
  const container = use(PopupContainer)
  return (
    <Primitive.Root
      {...(isOpen !== undefined && { open: isOpen })}
      {...(onOpenChange && { onOpenChange: (open: boolean) => onOpenChange(open) })}
    >
      <Primitive.Trigger render={trigger} />
      <Primitive.Portal container={container}>
        <Primitive.Positioner
          align={align}
          sideOffset={6}
          collisionPadding={8}
          positionMethod="fixed"
          className={layer}
        >
          <Primitive.Popup aria-label={label} className={classNames(popupShape, className)}>
            {title && <Primitive.Title className="mb-2 font-semibold">{title}</Primitive.Title>}
            {children}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
