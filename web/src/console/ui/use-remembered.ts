import { useState } from 'react'
import { readStored, store } from '../stored-json.ts'

/** A setting that this browser keeps. Where it stores nothing, the setting lasts until the screen is left. */
export function useRemembered<Value>(key: string, parse: (stored: unknown) => Value) {
  const [value, setValue] = useState(() => parse(readStored(key)))
  const change = (next: Value) => {
    setValue(next)
    store(key, next)
  }
  return [value, change] as const
}
