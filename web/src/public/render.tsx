import { renderToString } from 'react-dom/server'
import { ClaimPage } from './claim/ClaimPage.tsx'
import { HomePage } from './home/HomePage.tsx'
import { MyNamesPage } from './my-names/MyNamesPage.tsx'
import { NamePage } from './name/NamePage.tsx'
import type { PageContent } from './page-data.ts'
import { ProblemPage } from './problem/ProblemPage.tsx'

/** Called by the server for each document; `hydrate` takes over the result. */
export function render(content: PageContent): string {
  return renderToString(<Screen {...content} />)
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
    case 'problem':
      return <ProblemPage {...content.data} />
  }
}
