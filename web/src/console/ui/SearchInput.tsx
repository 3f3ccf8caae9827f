import { useEffect, useEffectEvent, useState } from 'react'

interface SearchInputProps {
  /** Such as `Search names`. */
  readonly label: string
  /** What is searched for now. */
  readonly value: string | undefined
  readonly onSearch: (text: string | undefined) => void
}

const typingPauseMs = 200

/** Searches when one has stopped typing. */
export function SearchInput({ label, value, onSearch }: SearchInputProps) {
  const [text, setText] = useState(value ?? '')
  const apply = useEffectEvent((typed: string) => {
    if (typed !== (value ?? '')) onSearch(typed || undefined)
  })
  useEffect(() => {
    const timer = setTimeout(() => apply(text.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <input
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder="Search"
      value={text}
      autoComplete="off"
      spellCheck={false}
      className="border-edge bg-ground placeholder:text-soft min-h-8 w-full rounded border px-3 text-sm sm:w-56"
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  )
}
