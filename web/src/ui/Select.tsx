import { Select as Primitive } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { classNames } from './class-names.ts'
import { PopupContainer } from './Dialog.tsx'
import { itemShape, layer, listShape } from './popup.ts'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly title: string
  /** Below the title, in the list only. */
  readonly words?: string
  readonly icon?: ReactNode
}

/** What connects an input with its title, its hint and why it is refused. */
export interface FieldAttributes {
  readonly id?: string
  readonly name?: string | undefined
  readonly 'aria-label'?: string
  readonly 'aria-invalid'?: true | undefined
  readonly 'aria-describedby'?: string | undefined
}

interface SelectProps<Value extends string> extends FieldAttributes {
  readonly value: Value
  readonly options: readonly Choice<Value>[]
  readonly isDisabled?: boolean
  readonly className?: string
  readonly onChange: (value: Value) => void
}

/** One of several, by its title. Public pages use the browser's, of the class `control-select`. */
export function Select<Value extends string>({
  value,
  options,
  isDisabled = false,
  className,
  onChange,
  name,
  ...attributes
}: SelectProps<Value>) {
  const container = use(PopupContainer)
  return (
    <Primitive.Root
      items={options.map((option) => ({ value: option.value, label: option.title }))}
      value={value}
      disabled={isDisabled}
      modal={false}
      onValueChange={(next) => {
        if (next !== null) onChange(next)
      }}
      {...(name !== undefined && { name })}
    >
      <Primitive.Trigger
        className={classNames('control flex items-center justify-between gap-2 text-start', className)}
        {...attributes}
      >
        <Primitive.Value className="truncate" />
        <Primitive.Icon className="text-soft shrink-0">
          <ChevronsUpDown aria-hidden className="size-4" />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Positioner
          alignItemWithTrigger={false}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          positionMethod="fixed"
          className={layer}
        >
          <Primitive.Popup className={listShape}>
            <Primitive.List>
              {options.map((option) => (
                <Primitive.Item key={option.value} value={option.value} className={itemShape}>
                  {option.icon}
                  <span className="min-w-0 grow">
                    <Primitive.ItemText className="block">{option.title}</Primitive.ItemText>
                    {option.words && <span className="text-soft block text-xs">{option.words}</span>}
                  </span>
                  <Primitive.ItemIndicator className="text-accent-text shrink-0">
                    <Check aria-hidden className="size-4" />
                  </Primitive.ItemIndicator>
                </Primitive.Item>
              ))}
            </Primitive.List>
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
