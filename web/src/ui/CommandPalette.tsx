import { Autocomplete } from '@base-ui/react/autocomplete'
import { CornerDownLeft, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { NameLine } from './NameTitle.tsx'
import { groupLabelShape, itemShape } from './popup.ts'

export interface Command {
  readonly id: string
  readonly title: string
  /** The title is a name. */
  readonly isName?: boolean
  /** Further words by which it is found. */
  readonly words?: string
  readonly icon?: ReactNode
  /** Behind the title, such as why it is found. */
  readonly detail?: string
  /** A key that does the same. */
  readonly shortcut?: string
  readonly run: () => void
}

export interface CommandGroup {
  readonly title: string
  readonly items: readonly Command[]
}

interface CommandPaletteProps {
  readonly groups: readonly CommandGroup[]
  /** What is typed, for commands that are searched elsewhere, such as names. */
  readonly onSearch?: (text: string) => void
  /** What is searched elsewhere has no answer for the text yet. */
  readonly isSearching?: boolean
  /** About what is searched elsewhere: read out when it appears. */
  readonly notice?: string | undefined
  readonly onClose: () => void
}

/**
 * Everything that can be gone to or done, found by typing. Open as long as it is rendered. Enter pressed while
 * a search has no answer yet takes the first command that it finds.
 */
export function CommandPalette({ groups, onSearch, isSearching, notice, onClose }: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const highlighted = useRef<Command>(undefined)
  const isEntered = useRef(false)
  useEffect(() => dialog.current?.showModal(), [])
  const run = (command: Command) => {
    dialog.current?.close()
    command.run()
  }
  return (
    <dialog
      ref={dialog}
      aria-label="Commands"
      onClose={onClose}
      className="bg-raised text-ink border-line shadow-lg mx-auto mt-[12dvh] mb-auto max-h-[min(32rem,76dvh)] w-[min(38rem,calc(100vw-1.5rem))] flex-col overflow-hidden rounded-lg border p-0 transition-[opacity,scale] duration-(--quick) open:flex starting:open:scale-[0.98] starting:open:opacity-0"
    >
      <Autocomplete.Root
        open
        inline
        items={groups}
        autoHighlight="always"
        keepHighlight
        itemToStringValue={({ title, words = '' }: Command) => `${title} ${words}`}
        onValueChange={(text: string) => {
          isEntered.current = false
          onSearch?.(text)
        }}
        onItemHighlighted={(command?: Command) => {
          highlighted.current = command
          if (!command || !isEntered.current) return
          isEntered.current = false
          run(command)
        }}
      >
        <div className="border-line has-focus-visible:border-accent-text flex items-center gap-3 border-b px-4">
          <Search aria-hidden className="text-soft size-4 shrink-0" />
          <Autocomplete.Input
            aria-label="Search commands, domains and names"
            placeholder="Go to a domain, a name, a screen…"
            onKeyDown={({ key }) => {
              if (key === 'Enter' && isSearching && !highlighted.current) isEntered.current = true
            }}
            className="placeholder:text-faint min-h-13 w-full bg-transparent text-base outline-none"
          />
          <kbd className="border-line text-faint mono rounded-sm border px-1.5 py-0.5 text-xs">Esc</kbd>
        </div>
        <p
          role="status"
          className="text-soft name-breaks border-line border-b px-4 py-2.5 text-sm empty:hidden"
        >
          {notice}
        </p>
        <Autocomplete.Empty>
          <p className="text-soft p-6 text-center text-sm">
            {isSearching ? 'Searching…' : 'Nothing found. Try another word.'}
          </p>
        </Autocomplete.Empty>
        <Autocomplete.List className="min-h-0 overflow-y-auto overscroll-contain p-1.5 empty:hidden">
          {(group: CommandGroup) => (
            <Autocomplete.Group key={group.title} items={group.items}>
              <Autocomplete.GroupLabel className={groupLabelShape}>{group.title}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(command: Command) => (
                  <Autocomplete.Item
                    key={command.id}
                    value={command}
                    onClick={() => run(command)}
                    className={`${itemShape} group min-h-10`}
                  >
                    <span className="text-soft grid size-5 shrink-0 place-items-center">{command.icon}</span>
                    {command.isName ? (
                      <NameLine name={command.title} look="quiet" className="grow" />
                    ) : (
                      <span className="min-w-0 grow truncate">{command.title}</span>
                    )}
                    {command.detail && <span className="text-soft shrink-0 text-xs">{command.detail}</span>}
                    {command.shortcut && (
                      <kbd aria-hidden className="text-faint mono text-xs">
                        {command.shortcut}
                      </kbd>
                    )}
                    <CornerDownLeft
                      aria-hidden
                      className="text-faint size-3.5 opacity-0 group-data-highlighted:opacity-100"
                    />
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </dialog>
  )
}
