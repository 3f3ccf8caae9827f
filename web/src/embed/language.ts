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

let latest: { readonly language: string; readonly loading: Promise<void> } | undefined

/** Resolves once the elements are in this language, or in one that was asked for meanwhile: those of a page have one language. */
export async function loadLanguage(language: string): Promise<void> {
  if (latest?.language !== language) latest = { language, loading: load(language) }
  const awaited = latest
  await awaited.loading
  if (awaited !== latest) await latest.loading
}

async function load(language: string): Promise<void> {
  const messages = await importMessagesPatiently(`${serviceOrigin}${files[language]}`)
  if (latest?.language === language) setMessages(language, messages)
}

/** Whether the script of the language runs from right to left. */
export function isRightToLeft(language: string): boolean {
  return language === 'ar'
}
