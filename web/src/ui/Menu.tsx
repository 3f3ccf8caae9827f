import { Menu as Primitive } from '@base-ui/react/menu'
import { type ReactElement, type ReactNode, use } from 'react'
import { classNames } from './class-names.ts'
import { PopupContainer } from './Dialog.tsx'
import { groupLabelShape, itemShape, layer, listShape } from './popup.ts'

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly align?: 'start' | 'end'
  /** `MenuItem`, `MenuLink`, `MenuGroup`, `MenuSeparator`. */
  readonly children: ReactNode
}

/** Actions that need no place of their own. */
export function Menu({ trigger, align = 'start', children }: MenuProps) {
  const container = use(PopupContainer)
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger render={trigger} />
      <Primitive.Portal container={container}>
        <Primitive.Positioner
          align={align}
          sideOffset={6}
          collisionPadding={8}
          positionMethod="fixed"
          className={layer}
        >
          <Primitive.Popup className={classNames(listShape, 'w-max max-w-[min(20rem,calc(100vw-2rem))]')}>
            {children}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

interface MenuItemProps {
  readonly icon?: ReactNode
  /** `bad`: it takes something away. */
  readonly tone?: 'bad'
  /** A key that does the same. */
  readonly shortcut?: string
  readonly isDisabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

export function MenuItem({ icon, tone, shortcut, isDisabled = false, onClick, children }: MenuItemProps) {
  return (
    <Primitive.Item
      disabled={isDisabled}
      onClick={onClick}
      className={classNames(itemShape, tone === 'bad' && 'text-bad data-highlighted:bg-bad-soft')}
    >
      {icon}
      <span className="min-w-0 grow">{children}</span>
      {shortcut && <kbd className="text-faint mono ps-4 text-xs">{shortcut}</kbd>}
    </Primitive.Item>
  )
}

interface MenuLinkProps {
  /** An anchor or a link of the router. */
  readonly render: ReactElement
  readonly icon?: ReactNode
  readonly children: ReactNode
}

export function MenuLink({ render, icon, children }: MenuLinkProps) {
  return (
    <Primitive.LinkItem render={render} closeOnClick className={itemShape}>
      {icon}
      <span className="min-w-0 grow">{children}</span>
    </Primitive.LinkItem>
  )
}

export function MenuGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Primitive.Group>
      <Primitive.GroupLabel className={groupLabelShape}>{label}</Primitive.GroupLabel>
      {children}
    </Primitive.Group>
  )
}

export function MenuSeparator() {
  return <Primitive.Separator className="bg-line -mx-1 my-1 h-px" />
}
