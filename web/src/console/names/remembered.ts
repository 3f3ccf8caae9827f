import { useState } from 'react'

/** A setting that this browser keeps. Where it stores nothing, the setting lasts until the screen is left. */
export function useRemembered<Value>(key: string, parse: (stored: unknown) => Value) {
  const [value, setValue] = useState(() => parse(read(key)))
  const change = (next: Value) => {
    setValue(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // The next visit begins with the default.
    }
  }
  return [value, change] as const
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
