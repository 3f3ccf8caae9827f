import { renderToString } from 'react-dom/server'
import { type MessageKey, type Messages, type MessageValues, setMessages, t } from '../text/messages.ts'
import { Accent } from '../ui/accent.ts'
import { ClaimPage } from './claim/ClaimPage.tsx'
import { DirectoryPage } from './directory/DirectoryPage.tsx'
import { HomePage } from './home/HomePage.tsx'
import { MyNamesPage } from './my-names/MyNamesPage.tsx'
import { NamePage } from './name/NamePage.tsx'
import type { PageContent } from './page-data.ts'
import { ProblemPage } from './problem/ProblemPage.tsx'

const catalogues = import.meta.glob<Messages>('../../messages/*.json', { import: 'default', eager: true })

/** Called by the server for each document; `hydrate` takes over the result. */
export function render(content: PageContent, language: string): string {
  chooseLanguage(language)
  return renderToString(
    <Accent value={content.accent}>
      <Screen {...content} />
    </Accent>,
  )
}

/** A message of the catalogue, for the head of a document. */
export function translate(language: string, key: MessageKey, values: MessageValues): string {
  chooseLanguage(language)
  return t(key, values)
}

function chooseLanguage(language: string): void {
  const messages = catalogues[`../../messages/${language}.json`]
  if (!messages) throw new Error(`There are no messages in ${language}.`)
  setMessages(language, messages)
}

function Screen(content: PageContent) {
  switch (content.page) {
    case 'home':
      return <HomePage {...content.data} />
    case 'claim':
      return <ClaimPage {...content.data} />
    case 'name':
      return <NamePage {...content.data} />
    case 'my-names':
      return <MyNamesPage {...content.data} />
    case 'directory':
      return <DirectoryPage {...content.data} />
    case 'problem':
      return <ProblemPage {...content.data} />
  }
}
