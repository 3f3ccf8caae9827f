import { keepEarlyClick } from './click.ts'

// Runs long before React does: what is pressed until then is not lost.
keepEarlyClick()
