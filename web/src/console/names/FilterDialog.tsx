import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { ChoiceInput } from '../../form/choices.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { NameSearch } from './name-search.ts'
import { describeFilter, filterOf, orders, recordOptions, states, tagOptions } from './saved-filters.ts'

interface FilterDialogProps {
  readonly search: NameSearch
  /** Of the domain. */
  readonly tags: readonly string[]
  readonly onChange: (changes: NameSearch) => void
}

/** Filters and order behind one button, where the window has no room for them beside the search. */
export function FilterDialog({ search, tags, onChange }: FilterDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { state, has, tag, order } = search
  const count = [state, has, tag, search.search === undefined && order].filter(Boolean).length
  return (
    <>
      <Button
        size="dense"
        aria-haspopup="dialog"
        aria-label={count > 0 ? `Filters: ${count} set` : 'Filters'}
        className="shrink-0"
        onClick={() => setIsOpen(true)}
      >
        <SlidersHorizontal aria-hidden className="text-soft size-4" />
        Filters
        {count > 0 && <Badge>{count}</Badge>}
      </Button>
      {isOpen && (
        <Dialog title="Filters" onClose={() => setIsOpen(false)}>
          <div className="grid gap-4">
            <ChoiceInput
              title="State"
              value={state ?? 'all'}
              options={states}
              onChange={(next) => onChange({ state: next === 'all' ? undefined : next })}
            />
            <ChoiceInput
              title="Record"
              value={has ?? ''}
              options={recordOptions(has)}
              onChange={(next) => onChange({ has: next || undefined })}
            />
            {(tags.length > 0 || tag !== undefined) && (
              <ChoiceInput
                title="Tag"
                value={tag ?? ''}
                options={tagOptions(tags, tag)}
                onChange={(next) => onChange({ tag: next || undefined })}
              />
            )}
            <ChoiceInput
              title="Order"
              hint={search.search !== undefined && 'What is searched for has an order of its own.'}
              isDisabled={search.search !== undefined}
              value={order ?? 'newest'}
              options={orders}
              onChange={(next) => onChange({ order: next === 'newest' ? undefined : next })}
            />
            <div className="grid gap-2">
              <Button look="primary" onClick={() => setIsOpen(false)}>
                Show the names
              </Button>
              {describeFilter(filterOf(search)) !== '' && (
                <Button
                  look="quiet"
                  onClick={() => {
                    onChange(filterOf({}))
                    setIsOpen(false)
                  }}
                >
                  Show all names
                </Button>
              )}
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
