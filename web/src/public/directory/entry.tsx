import { hydrate } from '../hydrate.tsx'
import { DirectoryPage } from './DirectoryPage.tsx'

void hydrate(DirectoryPage)
