import { serviceOrigin } from '../api/service-origin.ts'
import { importMessagesPatiently } from '../text/import-messages.ts'
import { setMessages } from '../text/messages.ts'

/** Paths of the messages at the service, by language (BCP 47). */
export type MessageFiles = Readonly<Record<string, string>>

let files: MessageFiles = {}

export function setMessageFiles(given: MessageFiles): void {
  files = given
}

/** That of the element or of what is around it, else of the browser; English where none of them is there. */
export function languageOf(element: Element): string {
  const declared = element.closest('[lang]')?.getAttribute('lang')
  const wanted = declared ? [declared] : navigator.languages
  return wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find((tag) => tag in files) ?? 'en'
}

interface Loading {
  readonly language: string
  readonly loaded: Promise<void>
  /** Called when the next attempt has failed; others follow until one succeeds. */
  readonly onFailure: Set<() => void>
}

let latest: Loading | undefined

/**
 * Resolves once the elements are in this language, or in one that was asked for meanwhile: those of a page have one language.
 * `onFailure`: once, when its messages do not arrive; they are awaited all the same.
 */
export async function loadLanguage(language: string, onFailure: () => void): Promise<void> {
  if (latest?.language !== language) latest = load(language)
  const awaited = latest
  awaited.onFailure.add(onFailure)
  await awaited.loaded
  if (awaited !== latest) await latest.loaded
}

function load(language: string): Loading {
  const onFailure = new Set<() => void>()
  const fail = () => {
    const calls = [...onFailure]
    onFailure.clear()
    for (const call of calls) call()
  }
  const loaded = importMessagesPatiently(`${serviceOrigin}${files[language]}`, fail).then((messages) => {
    if (latest?.language === language) setMessages(language, messages)
  })
  return { language, loaded, onFailure }
}

/** Whether the script of the language runs from right to left. */
export function isRightToLeft(language: string): boolean {
  return language === 'ar'
}
