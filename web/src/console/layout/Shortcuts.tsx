import { KeysDialog } from '../../ui/KeysDialog.tsx'

const keys = [
  ['⌘ K, Ctrl K', 'Search, and go anywhere'],
  ['/', 'Search on the screen'],
  ['n', 'New name'],
  ['?', 'Show the shortcuts'],
  ['↑ ↓', 'Move in a table'],
  ['Space', 'Select the row'],
  ['Shift', 'With a move or a click: select all between'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close'],
] as const

export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  return <KeysDialog keys={keys} singleKeys="/, n and ?" onClose={onClose} />
}
