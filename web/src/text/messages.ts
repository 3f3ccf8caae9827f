import type { ReactNode } from 'react'
import type english from '../../messages/en.json'

/** English states which messages there are; the build compares the other languages with it. */
export type MessageKey = keyof typeof english

export type MessageValues = Readonly<Record<string, string | number>>

/** Of one language: `messages/<language>.json` (ICU MessageFormat), compiled by the build. */
export type Messages = Readonly<Record<MessageKey, (values: MessageValues) => string>>

type LoadMessages = () => Promise<Partial<Messages>>

let current: { readonly language: string; readonly messages: Partial<Messages> } | undefined

let late: LoadMessages | undefined

/**
 * A document has one language. The server renders a document at once, between two calls.
 * `loadLate`: the messages of parts that are loaded later.
 */
export function setMessages(language: string, messages: Partial<Messages>, loadLate?: LoadMessages): void {
  current = { language, messages }
  late = loadLate
}

/** Before a part that is loaded later is shown. */
export async function loadLateMessages(): Promise<void> {
  if (!late || !current) return
  const messages = await late()
  current = { ...current, messages: { ...current.messages, ...messages } }
  late = undefined
}

/** Whether those of a language have arrived. */
export function hasMessages(): boolean {
  return current !== undefined
}

/** BCP 47. */
export function currentLanguage(): string {
  return current?.language ?? 'en'
}

/** Not while a module is loaded: the messages arrive later. */
export function t(key: MessageKey, values: MessageValues = {}): string {
  const message = current?.messages[key]
  if (!message) throw new Error(`The message ${key} is not loaded.`)
  return message(values)
}

/** A sentence around elements, wherever its language has them. */
export function tNodes(
  key: MessageKey,
  nodes: Readonly<Record<string, ReactNode>>,
  values: MessageValues = {},
): ReactNode[] {
  const marks = Object.fromEntries(Object.keys(nodes).map((name) => [name, `\uE000${name}\uE000`]))
  return t(key, { ...values, ...marks })
    .split('\uE000')
    .flatMap((part, index) => (index % 2 === 1 ? [nodes[part]] : part === '' ? [] : [part]))
}
