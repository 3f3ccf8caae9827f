import { Tabs as Primitive } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

interface Tab<Value extends string> {
  readonly value: Value
  readonly title: ReactNode
  readonly content: ReactNode
}

interface TabsProps<Value extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** Views of one thing, one at a time. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  return (
    <Primitive.Root value={value} onValueChange={(next: Value) => onChange(next)}>
      <Primitive.List aria-label={label} className="border-line relative flex gap-1 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <Primitive.Tab
            key={tab.value}
            value={tab.value}
            className="text-soft hover:text-ink data-active:text-ink flex min-h-10 items-center gap-2 rounded-t-sm px-3 text-sm font-medium whitespace-nowrap max-[18rem]:whitespace-normal transition-colors focus-visible:-outline-offset-2"
          >
            {tab.title}
          </Primitive.Tab>
        ))}
        <Primitive.Indicator className="bg-accent-text forced-colors:bg-[Highlight] absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full transition-[translate,width] duration-(--calm)" />
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Primitive.Panel>
      ))}
    </Primitive.Root>
  )
}
