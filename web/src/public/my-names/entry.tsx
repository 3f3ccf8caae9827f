import { hydrate } from '../hydrate.tsx'
import { MyNamesPage } from './MyNamesPage.tsx'

void hydrate(MyNamesPage)
