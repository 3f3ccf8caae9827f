import { Combobox as Primitive } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'
import { use } from 'react'
import { PopupContainer } from './Dialog.tsx'
import { itemShape, layer, listShape } from './popup.ts'
import type { Choice, FieldAttributes } from './Select.tsx'

interface ComboboxProps<Value extends string> extends FieldAttributes {
  readonly value: Value | null
  readonly options: readonly Choice<Value>[]
  readonly placeholder?: string
  /** Where no option has what is typed. */
  readonly empty?: string
  readonly isDisabled?: boolean
  readonly onChange: (value: Value | null) => void
}

/** One of many, found by typing a part of its title. */
export function Combobox<Value extends string>({
  value,
  options,
  placeholder,
  empty = 'Nothing found.',
  isDisabled = false,
  onChange,
  ...attributes
}: ComboboxProps<Value>) {
  const container = use(PopupContainer)
  return (
    <Primitive.Root
      items={options}
      value={options.find((option) => option.value === value) ?? null}
      itemToStringLabel={(option: Choice<Value>) => option.title}
      isItemEqualToValue={(one: Choice<Value>, other: Choice<Value>) => one.value === other.value}
      disabled={isDisabled}
      onValueChange={(option) => onChange(option?.value ?? null)}
    >
      <Primitive.InputGroup className="relative">
        <Primitive.Input placeholder={placeholder} className="control pe-10" {...attributes} />
        <Primitive.Trigger
          aria-label="Show all"
          className="text-soft absolute inset-y-0 end-0 grid w-10 place-items-center"
        >
          <ChevronsUpDown aria-hidden className="size-4" />
        </Primitive.Trigger>
      </Primitive.InputGroup>
      <Primitive.Portal container={container}>
        <Primitive.Positioner
          align="start"
          sideOffset={4}
          collisionPadding={8}
          positionMethod="fixed"
          className={layer}
        >
          <Primitive.Popup className={listShape}>
            <Primitive.Empty>
              <div className="text-soft px-2.5 py-3 text-sm">{empty}</div>
            </Primitive.Empty>
            <Primitive.List>
              {(option: Choice<Value>) => (
                <Primitive.Item key={option.value} value={option} className={itemShape}>
                  {option.icon}
                  <span className="min-w-0 grow">{option.title}</span>
                  <Primitive.ItemIndicator className="text-accent-text shrink-0">
                    <Check aria-hidden className="size-4" />
                  </Primitive.ItemIndicator>
                </Primitive.Item>
              )}
            </Primitive.List>
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
