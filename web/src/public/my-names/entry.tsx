import { hydrate } from '../hydrate.tsx'
import { MyNamesPage } from './MyNamesPage.tsx'

hydrate(MyNamesPage)
