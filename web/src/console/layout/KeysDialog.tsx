import { Dialog } from '../../ui/Dialog.tsx'

const keys = [
  ['/', 'Search'],
  ['n', 'New name'],
  ['?', 'These keys'],
  ['↑ ↓', 'Move in a table'],
  ['Space', 'Select the row'],
  ['Shift', 'With a move or a click: select all between'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close'],
] as const

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
        {keys.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="border-line mono rounded border px-2 py-0.5 text-sm">{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
